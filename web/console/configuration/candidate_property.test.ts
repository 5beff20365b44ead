import assert from "node:assert/strict";
import test from "node:test";
import { changeBodyOf, inputOf, placeInForm } from "./candidate_property";

const availability = { toUsers: "ALL" as const, context: ["PROFILE" as const] };

test("only a list has values", () => {
    assert.deepEqual(inputOf({ label: "Visa", type: "MULTI_SELECT", availability, choices: ["Yes"] }).values, [{ label: "Yes" }]);
    assert.deepEqual(inputOf({ label: "Visa", type: "SINGLE_SELECT", availability, choices: ["Yes", "No"] }), { label: "Visa", type: "SINGLE_SELECT", availability, values: [{ label: "Yes" }, { label: "No" }] });
    assert.deepEqual(inputOf({ label: "Visa", type: "TEXT", availability, choices: ["left over"] }), { label: "Visa", type: "TEXT", availability });
});

test("only a text has a format, and only one format a pattern", () => {
    const body = { label: "Badge", availability };
    assert.deepEqual(inputOf({ ...body, type: "TEXT", textFormat: "PATTERN", pattern: "EMP-#" }), { ...body, type: "TEXT", textFormat: "PATTERN", pattern: "EMP-#" });
    assert.deepEqual(inputOf({ ...body, type: "NUMBER", textFormat: "EMAIL" }), { ...body, type: "NUMBER" });
    assert.deepEqual(changeBodyOf("TEXT", { ...body, textFormat: "EMAIL", pattern: "left over" }), { ...body, textFormat: "EMAIL" });
    assert.deepEqual(changeBodyOf("TEXT", { ...body, pattern: "left over" }), body);
});

test("a property that no form shows has an empty context", () => {
    assert.deepEqual(inputOf({ label: "Visa", type: "TEXT", availability: { toUsers: "ALL" } as typeof availability }).availability, { toUsers: "ALL", context: [] });
});

test("a fault of a value is at the field of the values", () => {
    assert.deepEqual(["/values/1/label", "/label"].map(placeInForm), ["/choices/1/label", "/label"]);
});
