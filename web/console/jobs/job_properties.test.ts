import assert from "node:assert/strict";
import test from "node:test";
import type { JobPropertyDefinition } from "../api/types";
import { descendantsOf, inputsOf, propertiesText, rebasedProperties, valueOf, withValue } from "./job_properties";

function property(id: string, more: Partial<JobPropertyDefinition> = {}): JobPropertyDefinition {
    return { id, label: id.toUpperCase(), category: "job", type: "SINGLE_SELECT", visible: true, active: true, required: false, actions: { details: { url: "", method: "GET" } }, ...more };
}

const country = property("country");
const city = property("city", { dependsOn: "country" });
const site = property("site", { dependsOn: "city" });
const note = property("note", { type: "TEXT" });
const all = [country, city, site, note];

test("a value of a list is an id, a text is a label", () => {
    const inputs = inputsOf([{ id: "country", label: "Country", value: { id: "de", label: "Germany" } }, { id: "note", label: "Note", value: { label: "Hot" } }]);
    assert.deepEqual(inputs, [{ id: "country", value: { id: "de" } }, { id: "note", value: { label: "Hot" } }]);
    assert.equal(valueOf(inputs, "country"), "de");
    assert.equal(valueOf(inputs, "note"), "Hot");
    assert.equal(valueOf(inputs, "city"), undefined);
    assert.deepEqual(inputsOf(undefined), []);
});

test("another value of a parent clears its dependents, and only them", () => {
    const inputs = [{ id: "country", value: { id: "de" } }, { id: "city", value: { id: "berlin" } }, { id: "site", value: { id: "mitte" } }, { id: "note", value: { label: "Hot" } }];
    assert.deepEqual([...descendantsOf("country", all)], ["city", "site"]);
    assert.deepEqual(withValue(inputs, country, "fr", all), [{ id: "country", value: { id: "fr" } }, { id: "note", value: { label: "Hot" } }]);
    assert.deepEqual(withValue(inputs, note, undefined, all), inputs.slice(0, 3));
    assert.deepEqual(withValue([{ id: "note", value: { label: "x" } }], country, "de", all).map(({ id }) => id), ["country", "note"]);
});

test("changes of two people to different properties are both kept", () => {
    const before = [{ id: "country", value: { id: "de" } }];
    const mine = [{ id: "country", value: { id: "fr" } }];
    const theirs = [{ id: "country", value: { id: "de" } }, { id: "note", value: { label: "Hot" } }];
    assert.deepEqual(rebasedProperties(before, mine, theirs), [{ id: "country", value: { id: "fr" } }, { id: "note", value: { label: "Hot" } }]);
    assert.deepEqual(rebasedProperties(before, [], theirs), [{ id: "note", value: { label: "Hot" } }]);
});

test("text", () => assert.equal(propertiesText([{ id: "note", value: { label: "Hot" } }], all), "NOTE: Hot"));
