import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { send } from "./client";
import { at } from "./address";
import { isStill, otherUser, watchUser } from "./sign_in";

const ada = { id: "7", firstName: "Ada", lastName: "Lovelace" };
const grace = { id: "8", firstName: "Grace", lastName: "Hopper" };

test("a page belongs to the user who opened it", async (t) => {
    const answers = [Response.json(ada), Response.json(grace), new Response(null, { status: 401 }), Response.json(grace)];
    t.mock.method(globalThis, "fetch", async () => answers.shift());
    assert.deepEqual([await isStill("7"), otherUser.value], [true, undefined]);
    assert.deepEqual([await isStill("7"), otherUser.value], [false, "Grace Hopper"]);
    assert.deepEqual([await isStill("7"), otherUser.value], [false, undefined], "nobody");
    assert.deepEqual([await isStill(undefined), otherUser.value], [true, undefined], "nobody has opened it yet");
});

test("an error says nothing about who is signed in", async (t) => {
    const answers = [Response.json(grace), new Response(null, { status: 503 }), Response.json(ada)];
    t.mock.method(globalThis, "fetch", async () => answers.shift() ?? Promise.reject(new TypeError("network")));
    await isStill("7");
    await assert.rejects(isStill("7"), { status: 503 });
    assert.equal(otherUser.value, "Grace Hopper");
    await isStill("7");
    assert.equal(otherUser.value, undefined);
    await assert.rejects(isStill("7"), { status: 0 });
});

test("of two answers, the one that was asked for last counts", async (t) => {
    const answers: ((answer: Response) => void)[] = [];
    t.mock.method(globalThis, "fetch", () => new Promise((resolve) => answers.push(resolve)));
    const looks = [isStill("7"), isStill("7")];
    answers[1]?.(Response.json(grace));
    assert.equal(await looks[1], false);
    answers[0]?.(Response.json(ada));
    await looks[0];
    assert.equal(otherUser.value, "Grace Hopper");
    otherUser.value = undefined;
});

// A page that Ada has opened, and the requests that it sends.
function adasPage(t: TestContext) {
    const sent: string[] = [];
    const page = { user: async () => Response.json(ada), sent, hasFocus: true, look: () => window.dispatchEvent(new Event("focus")) };
    t.mock.method(globalThis, "fetch", (url: string, init: { method?: string }) => {
        sent.push(`${init.method ?? "GET"} ${url}`);
        return url.endsWith("/users/me") ? page.user() : Promise.resolve(Response.json({}));
    });
    let own: string | undefined = "7";
    Object.assign(globalThis, { window: new EventTarget(), document: Object.assign(new EventTarget(), { hidden: false, hasFocus: () => page.hasFocus }) });
    watchUser(() => own);
    t.after(() => {
        own = undefined;
        otherUser.value = undefined;
        for (const name of ["window", "document"]) delete (globalThis as Record<string, unknown>)[name];
    });
    return page;
}

const kLook = "GET /user-api/v201804/users/me";
const save = () => send("PUT", at("/jobs/{jobId}/note", { jobId: "1" }), { content: "typed by Ada" });

test("a change waits for the look at who is signed in, and is not sent in the name of somebody else", async (t) => {
    const page = adasPage(t);
    let answer = (_: Response) => {};
    page.user = () => new Promise((resolve) => { answer = resolve; });
    page.look();
    const saved = save();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(page.sent, [kLook]);
    answer(Response.json(grace));
    await assert.rejects(saved, { name: "OtherUserError" });
    await assert.rejects(save(), { name: "OtherUserError" });
    assert.deepEqual(page.sent, [kLook]);

    page.user = async () => Response.json(ada);
    await isStill("7");
    await save();
    assert.deepEqual(page.sent, [kLook, kLook, "PUT /jobs/1/note"]);
});

test("after a look that failed, a change looks again", async (t) => {
    const page = adasPage(t);
    page.user = async () => new Response(null, { status: 500 });
    page.look();
    await assert.rejects(save(), { status: 500 });
    await assert.rejects(save(), { status: 500 });
    page.user = async () => Response.json(grace);
    await assert.rejects(save(), { name: "OtherUserError" });
    assert.deepEqual(page.sent, [kLook, kLook, kLook]);
});

test("a page without the focus looks before each change", async (t) => {
    const page = adasPage(t);
    await save();
    page.hasFocus = false;
    await save();
    page.user = async () => Response.json(grace);
    await assert.rejects(save(), { name: "OtherUserError" });
    assert.deepEqual(page.sent, ["PUT /jobs/1/note", kLook, "PUT /jobs/1/note", kLook]);
});
