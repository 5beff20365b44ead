import assert from "node:assert/strict";
import test from "node:test";
import { inputOf } from "./candidate_property";

const availability = { toUsers: "ALL" as const, context: ["PROFILE" as const] };

test("only a list has values", () => {
    assert.deepEqual(inputOf({ label: "Visa", type: "SINGLE_SELECT", availability, choices: ["Yes", "No"] }), { label: "Visa", type: "SINGLE_SELECT", availability, values: [{ label: "Yes" }, { label: "No" }] });
    assert.deepEqual(inputOf({ label: "Visa", type: "TEXT", availability, choices: ["left over"] }), { label: "Visa", type: "TEXT", availability });
});

test("a property that no form shows has an empty context", () => {
    assert.deepEqual(inputOf({ label: "Visa", type: "TEXT", availability: { toUsers: "ALL" } as typeof availability }).availability, { toUsers: "ALL", context: [] });
});
