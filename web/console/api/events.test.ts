import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { connection, startEvents } from "./events";
import { otherUser } from "./sign_in";

const settle = async () => { for (let count = 0; count < 20; ++count) await new Promise((done) => setImmediate(done)); };

// A tab of a browser: its streams, channels and locks.
function browser(t: TestContext, hasLocks: boolean) {
    const seen = { channels: [] as string[], locks: [] as string[], streams: [] as AbortSignal[] };
    t.mock.method(globalThis, "fetch", async (_: string, { signal }: { signal: AbortSignal }) => {
        seen.streams.push(signal);
        const encoded = new TextEncoder().encode("id: 5\n\n");
        return new Response(new ReadableStream({ start: (stream) => {
            stream.enqueue(encoded);
            if (hasLocks) signal.addEventListener("abort", () => stream.error(signal.reason));  // nothing else ends a tab without locks
        } }));
    });
    const held: { reject: (problem: unknown) => void }[] = [];
    const request = (name: string, options: LockOptions, run: (lock: object | null) => unknown) => new Promise((done, reject) => {
        seen.locks.push([name, ...Object.keys(options)].join(" "));
        if (held.length > 0 && !options.steal) return;  // waits
        held.splice(0).forEach((one) => one.reject(new DOMException("stolen", "AbortError")));
        held.push({ reject });
        void Promise.resolve(run({})).then(done);
    });
    class Channel {
        onmessage = null;
        constructor(name: string) { seen.channels.push(name); }
        postMessage(): void {}
    }
    const before = { BroadcastChannel: globalThis.BroadcastChannel, navigator: Object.getOwnPropertyDescriptor(globalThis, "navigator") };
    Object.assign(globalThis, { BroadcastChannel: Channel });
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: hasLocks ? { locks: { request } } : {} });
    const start = globalThis.setTimeout;
    t.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) => start(run, ms).unref());
    t.after(() => {
        globalThis.BroadcastChannel = before.BroadcastChannel;
        if (before.navigator) Object.defineProperty(globalThis, "navigator", before.navigator);
        else delete (globalThis as Record<string, unknown>)["navigator"];
        otherUser.value = undefined;
    });
    const end = () => {  // another tab takes over
        void request("callboard-live-7", { steal: true }, () => new Promise(() => {}));
        return settle();
    };
    return { ...seen, end };
}

test("tabs of one user share a lock and a channel, which those of others do not have", async (t) => {
    const tab = browser(t, true);
    startEvents("7");
    await settle();
    assert.deepEqual([tab.channels, tab.locks, tab.streams.length, connection.value], [["callboard-live-7"], ["callboard-live-7 ifAvailable"], 1, "live"]);
    await tab.end();
});

test("a reader stops when somebody else is signed in", async (t) => {
    const tab = browser(t, true);
    startEvents("7");
    await settle();
    otherUser.value = "Grace Hopper";
    await settle();
    assert.deepEqual([tab.streams.map(({ aborted }) => aborted), connection.value], [[true], "interrupted"]);
    await tab.end();
});

test("a reader whose lock was stolen stops, and waits for it again", async (t) => {
    const tab = browser(t, true);
    startEvents("7");
    await settle();
    await tab.end();
    assert.equal(tab.streams[0]?.aborted, true);
    assert.deepEqual(tab.locks, ["callboard-live-7 ifAvailable", "callboard-live-7 steal", "callboard-live-7"]);
});

test("without locks each tab reads for itself, and tells nobody", async (t) => {
    const tab = browser(t, false);
    startEvents("7");
    await settle();
    assert.deepEqual([tab.channels, tab.streams.length], [[], 1]);
});
