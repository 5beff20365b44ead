import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { at } from "./address";
import { call, send } from "./client";
import { ApiError } from "./errors";
import { signedInAgain, signInNeeded } from "./sign_in";

interface Sent {
    url: string;
    method: string;
    headers: Record<string, string>;
    body: unknown;
}

// Answers the calls in order.
function server(...answers: Response[]): Sent[] {
    const sent: Sent[] = [];
    mock.method(globalThis, "fetch", (url: string, init: { method: string; headers: Record<string, string>; body?: unknown }) => {
        sent.push({ url, method: init.method, headers: init.headers, body: init.body });
        const answer = answers.shift();
        return answer === undefined ? Promise.reject(new TypeError("network")) : Promise.resolve(answer);
    });
    return sent;
}

const json = (status: number, data: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(data), { status, headers: { "Content-Type": "application/json", ...headers } });
const refused = (status: number, code: string, headers: Record<string, string> = {}) => json(status, { message: code, errors: [{ code, message: code }] }, headers);

test("a call that is refused waits as Retry-After says and is repeated", async () => {
    const sent = server(refused(429, "TOO_MANY_REQUESTS", { "Retry-After": "0" }), json(200, { ok: true }));
    const waits: number[] = [];
    const { data } = await call("PUT", "/x", { a: 1 }, { onWait: (seconds) => waits.push(seconds) });
    assert.deepEqual(data, { ok: true });
    assert.equal(sent.length, 2);
    assert.equal(waits.length, 1);
});

test("a change is not repeated if it may have been executed, nor after a long wait", async () => {
    let sent = server(refused(503, "REQUEST_TIMEOUT"));
    await assert.rejects(call("POST", "/x", {}), (error: ApiError) => error.status === 503);
    assert.equal(sent.length, 1);
    sent = server(refused(429, "TOO_MANY_REQUESTS", { "Retry-After": "3600" }));
    await assert.rejects(call("GET", "/x", undefined), (error: ApiError) => error.retryAfter === 3600);
    assert.equal(sent.length, 1);
});

test("a call goes on after the user has signed in again", async () => {
    const sent = server(refused(401, "UNAUTHORIZED"), json(200, { id: "1" }));
    const answer = call("POST", "/x", { typed: "text" });
    while (!signInNeeded.value) await new Promise((resolve) => setImmediate(resolve));
    signedInAgain();
    assert.deepEqual((await answer).data, { id: "1" });
    assert.equal(sent[1]?.body, '{"typed":"text"}');
    assert.equal(signInNeeded.value, false);
});

test("a job that one may not see does not ask for a password", async () => {
    server(refused(401, "UNAUTHORIZED_TO_ACCESS_JOB"));
    await assert.rejects(call("GET", "/jobs/1", undefined), (error: ApiError) => error.forbidden);
    assert.equal(signInNeeded.value, false);
});

test("a server that cannot be reached is an error with status 0", async () => {
    server();
    await assert.rejects(call("GET", "/x", undefined), (error: ApiError) => error.status === 0);
});

test("a patch says which kind of patch it is", async () => {
    const sent = server(json(200, {}), json(200, {}), new Response(null, { status: 204 }));
    await send("PATCH", at("/candidates/{candidateId}", { candidateId: "1" }), { firstName: "Ada" });
    await send("PATCH", at("/jobs/{jobId}", { jobId: "1" }), [{ op: "replace", path: "/title", value: "Cook" }]);
    assert.equal(sent[0]?.headers["Content-Type"], "application/merge-patch+json");
    assert.equal(sent[1]?.headers["Content-Type"], "application/json-patch+json");
    assert.equal(await send("DELETE", at("/candidates/{candidateId}", { candidateId: "1" }), undefined), undefined);
    assert.equal(sent[2]?.headers["Content-Type"], undefined);
});
