import assert from "node:assert/strict";
import test from "node:test";
import type { CandidateProperty } from "../api/types";
import { changedProperties, collides, formOf, placeInForm } from "./property_change";

const properties = [
    { id: "1", key: "years", label: "Years", type: "NUMBER", value: 7 },
    { id: "2", key: "relocate", label: "Relocates", type: "BOOLEAN", value: {} },
    { id: "3", key: "note", label: "Note", type: "TEXT", value: "a" },
] as unknown as CandidateProperty[];

test("a value that is not set is no field of the form", () => assert.deepEqual(formOf(properties), { years: 7, note: "a" }));

test("only changed properties are sent, emptied ones without a value", () => {
    assert.deepEqual(changedProperties(properties, formOf(properties), { years: 7, relocate: "true" }), [{ id: "2", value: true }, { id: "3" }]);
    assert.deepEqual(changedProperties(properties, formOf(properties), formOf(properties)), []);
});

test("a conflict is the same property changed twice to different values", () => {
    assert.equal(collides({ a: 1 }, { a: 2 }, { a: 3 }), true);
    assert.equal(collides({ a: 1 }, { a: 2 }, { a: 2 }), false);
    assert.equal(collides({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 5 }), false);
});

test("what is wrong with a value is at the field of its property", () => {
    const changes = [{ id: "3", value: "b" }, { id: "1" }];
    assert.deepEqual(["/0/value", "/1", "/1/value/code", "/7/value", ""].map((path) => placeInForm(path, properties, changes)), ["/note", "/years", "/years/code", "/7/value", ""]);
});
