import assert from "node:assert/strict";
import test from "node:test";
import { matching, sorted } from "./term_order";

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
