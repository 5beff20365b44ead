import assert from "node:assert/strict";
import test from "node:test";
import { moved, placeAt } from "./reorder";

test("moved", () => {
    assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
    assert.deepEqual(moved(["a", "b", "c"], 0, -1), ["a", "b", "c"]);
    assert.deepEqual(moved(["a", "b", "c"], 2, 3), ["a", "b", "c"]);
});

test("a pointer is at the first row whose middle is below it", () => {
    const rows = [{ top: 0, bottom: 10 }, { top: 10, bottom: 20 }, { top: 20, bottom: 30 }];
    assert.equal(placeAt(-5, rows), 0);
    assert.equal(placeAt(12, rows), 1);
    assert.equal(placeAt(16, rows), 2);
    assert.equal(placeAt(99, rows), 2);
    assert.equal(placeAt(5, []), 0);
});
