import assert from "node:assert/strict";
import test from "node:test";
import { withoutEventHandlers } from "./event_handlers";

test("handlers of events become attributes without an effect", () => {
    assert.equal(withoutEventHandlers("<img src=x onerror=alert(1)>"), "<img src=x data-onerror=alert(1)>");
    assert.equal(withoutEventHandlers('<a href="/a>b"ONCLICK="x()">a</a>'), '<a href="/a>b"data-onCLICK="x()">a</a>');
    assert.equal(withoutEventHandlers("<svg/onload=x>"), "<svg/data-onload=x>");
    assert.equal(withoutEventHandlers("<p\nonclick = 'x'>"), "<p\ndata-onclick = 'x'>");
});

test("texts stay as they are", () => {
    const text = '<p title="a">switch on=off, 1 < 2 onload=x</p>';
    assert.equal(withoutEventHandlers(text), text);
});
