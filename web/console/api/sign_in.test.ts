import assert from "node:assert/strict";
import test from "node:test";
import { isStill, otherUser } from "./sign_in";

test("a page belongs to the user who opened it", async (t) => {
    const answers = [Response.json({ id: "7", firstName: "Ada", lastName: "Lovelace" }), Response.json({ id: "8", firstName: "Grace", lastName: "Hopper" }), new Response(null, { status: 401 }), Response.json({ id: "8", firstName: "Grace", lastName: "Hopper" })];
    t.mock.method(globalThis, "fetch", async () => answers.shift());
    assert.deepEqual([await isStill("7"), otherUser.value], [true, undefined]);
    assert.deepEqual([await isStill("7"), otherUser.value], [false, "Grace Hopper"]);
    assert.deepEqual([await isStill("7"), otherUser.value], [false, undefined], "nobody");
    assert.deepEqual([await isStill(undefined), otherUser.value], [true, undefined], "nobody has opened it yet");
});
