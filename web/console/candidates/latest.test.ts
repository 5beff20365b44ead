import assert from "node:assert/strict";
import test from "node:test";
import { waitFor } from "./latest";

const pace = { sent: "/candidates?q=a", sentAt: 1000 };

test("what has been sent is not sent again", () => assert.equal(waitFor(pace, "/candidates?q=a", false, 1010), undefined));

test("after the answer the newest text is sent at once", () => assert.equal(waitFor(pace, "/candidates?q=ada", true, 1010), 0));

test("while an answer is awaited, letters are collected, but not for long", () => {
    assert.equal(waitFor(pace, "/candidates?q=ad", false, 1010), 110);
    assert.equal(waitFor(pace, "/candidates?q=ada", false, 1130), 0);
});
