import assert from "node:assert/strict";
import test from "node:test";
import { at } from "./address";
import { drop, entryOf, nextPage, patch, setLoader } from "./cache";
import { concerns } from "./changes";
import type { Loaded } from "./client";

const answer = (data: unknown, link?: string): Loaded => ({ data, headers: new Headers(link === undefined ? {} : { Link: link }) });

// A server whose answers come when the test says so.
function slowServer() {
    const calls: { url: string; answer: (data: unknown) => Promise<void>; fail: (error: Error) => Promise<void> }[] = [];
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    setLoader((url) => new Promise((resolve, reject) => {
        calls.push({
            url,
            answer: (data) => { resolve(answer(data)); return settled(); },
            fail: (error) => { reject(error); return settled(); },
        });
    }));
    return calls;
}

test("one request at a time, and once more if something changed meanwhile", async () => {
    const calls = slowServer();
    const entry = entryOf("/jobs");
    entry.load();
    entry.load();
    entry.load();
    assert.equal(calls.length, 1);
    await calls[0]?.answer({ n: 1 });
    assert.equal(calls.length, 2);
    await calls[1]?.answer({ n: 2 });
    assert.deepEqual(entry.state.value.data, { n: 2 });
    assert.equal(calls.length, 2);
});

test("old data stays while it is loaded again, and after a failure", async () => {
    const calls = slowServer();
    const entry = entryOf("/jobs/1");
    entry.load();
    await calls[0]?.answer("old");
    entry.load();
    assert.equal(entry.state.value.data, "old");
    await calls[1]?.fail(new Error("gone"));
    assert.equal(entry.state.value.data, "old");
    assert.equal(entry.state.value.error?.message, "gone");
});

test("what is shown is loaded again, what is not is forgotten", async () => {
    const calls = slowServer();
    const shown = entryOf("/jobs/1");
    const hidden = entryOf("/jobs/1/note");
    const other = entryOf("/jobs/2");
    shown.users = 1;
    drop({ entity: "job", id: "1" });
    assert.deepEqual(calls.map((call) => call.url), ["/jobs/1"]);
    assert.notEqual(entryOf("/jobs/1/note"), hidden);
    assert.equal(entryOf("/jobs/2"), other);
});

test("a change concerns the resources of its id and the lists of its kind", () => {
    const change = { entity: "application", id: "a1" } as const;
    assert.equal(concerns("/applications?jobId=7", change), true);
    assert.equal(concerns("/candidates?q=ada", change), true);
    assert.equal(concerns("/job-applications-api/v202112/job-applications/a1", change), true);
    assert.equal(concerns("/candidates/c9", change), false);
    assert.equal(concerns("/jobs/7/pipeline", { entity: "job", id: "7" }), true);
    assert.equal(concerns("/jobs/7/pipeline", { prefix: "/jobs/7" }), true);
    assert.equal(concerns("/offers", { prefix: "/jobs" }), false);
    assert.equal(concerns("/jobs/7/pipeline", { id: "7" }), true);
    assert.equal(concerns("/jobs", { id: "7" }), false);
});

test("an optimistic change can be taken back until the server has answered", async () => {
    const calls = slowServer();
    const address = at("/jobs/{jobId}/note", { jobId: "1" });
    const entry = entryOf(address);
    entry.load();
    await calls[0]?.answer({ content: "a" });
    const undo = patch(address, (note) => ({ ...note, content: "b" }));
    assert.deepEqual(entry.state.value.data, { content: "b" });
    undo();
    assert.deepEqual(entry.state.value.data, { content: "a" });
    const late = patch(address, (note) => ({ ...note, content: "c" }));
    entry.load();
    await calls[1]?.answer({ content: "from the server" });
    late();
    assert.deepEqual(entry.state.value.data, { content: "from the server" });
});

test("the next page comes from the Link header, the cursor or the offset", () => {
    assert.equal(nextPage("/jobs?limit=2", answer({}, '<https://callboard.example/jobs?limit=2&pageId=eyJ>; rel="next"')), "/jobs?limit=2&pageId=eyJ");
    assert.equal(nextPage("/applications?jobId=7", answer({ nextPageId: "p2", content: [] })), "/applications?jobId=7&pageId=p2");
    assert.equal(nextPage("/audit-api/v201910/audit-events", answer({ nextPageId: "p2", content: [] })), "/audit-api/v201910/audit-events?nextPageId=p2");
    assert.equal(nextPage("/offers?limit=2", answer({ totalFound: 3, offset: 0, content: [1, 2] })), "/offers?limit=2&offset=2");
    assert.equal(nextPage("/offers?limit=2", answer({ totalFound: 2, offset: 0, content: [1, 2] })), undefined);
    assert.equal(nextPage("/offers", answer({ totalFound: 2, offset: 2, content: [] })), undefined);
    assert.equal(nextPage("/jobs", answer({ nextPageId: null, totalFound: 1, offset: 0, content: [1] })), undefined);
});

test("an address is encoded; lists repeat their name", () => {
    assert.equal(at("/jobs/{jobId}", { jobId: "../x" }), "/jobs/..%2Fx");
    assert.equal(at("/jobs", { q: "a&b", statuses: ["SOURCING", "OFFER"], limit: undefined }), "/jobs?q=a%26b&statuses=SOURCING&statuses=OFFER");
});

test("a request that nobody waits for is cancelled, and made again when somebody does", async () => {
    const signals: AbortSignal[] = [];
    setLoader((_, signal) => new Promise((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(signal.reason));
    }));
    const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
    const entry = entryOf("/candidates?q=ad");
    entry.load();
    entry.cancel();
    await settled();
    assert.equal(signals[0]?.aborted, true);
    assert.equal(entry.state.value.busy, false);
    assert.equal(entry.state.value.error, undefined);
    entry.load();
    entry.cancel();
    entry.users = 1;  // another screen shows it
    await settled();
    assert.equal(signals[1]?.aborted, false);
});

test("the version of a resource is kept for If-Match", async () => {
    setLoader(() => Promise.resolve({ data: {}, headers: new Headers({ ETag: '"7"' }) }));
    const entry = entryOf("/configuration/company");
    entry.load();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(entry.state.value.version, '"7"');
});
