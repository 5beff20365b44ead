import assert from "node:assert/strict";
import test from "node:test";
import { isReordered, matching, sorted } from "./term_order";

const list = [{ label: "Shift 10" }, { label: "shift 9" }, { label: "Day" }];

test("as added, by name, and from the end", () => {
    assert.equal(sorted(list, "added"), list);
    assert.deepEqual(sorted(list, "name").map(({ label }) => label), ["Day", "shift 9", "Shift 10"]);
    assert.deepEqual(sorted(list, "nameDown").map(({ label }) => label), ["Shift 10", "shift 9", "Day"]);
    assert.equal(list[0]?.label, "Shift 10");
});

test("search regardless of case", () => {
    assert.deepEqual(matching(list, " SHIFT ").length, 2);
    assert.equal(matching(list, ""), list);
});

test("another order is one with another place", () => {
    const [one, other] = [{ id: "1" }, { id: "2" }];
    assert.equal(isReordered([one, other], [{ ...one }, other]), false);
    assert.equal(isReordered([one, other], [other, one]), true);
    assert.equal(isReordered([one], [one, other]), true);
});
