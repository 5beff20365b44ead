import assert from "node:assert/strict";
import test from "node:test";
import { JobInput } from "../api/schemas";
import { checkField, schemaAt } from "./check_field";
import { stack } from "./stack";
import { initials } from "./Avatar";
import { kindOf } from "./Field";
import { moneyText } from "./Money";
import { matches } from "./Palette";
import { getAt, setAt } from "./pointer";
import { safeHref } from "./safe_href";
import { nameOfKey } from "./Shortcuts";
import { rangeOf } from "./virtual";

test("the schema of a body gives required members, limits and kinds", () => {
    const title = schemaAt(JobInput, "/title");
    assert.equal(title.required, true);
    assert.equal(title.schema?.maxLength, 256);
    assert.equal(checkField(title.schema, true, ""), "is required");
    assert.match(checkField(title.schema, true, "x".repeat(257)) ?? "", /256/);
    assert.equal(checkField(title.schema, true, "Cook"), undefined);
    assert.equal(kindOf({ path: "/template", label: "Template" }, schemaAt(JobInput, "/template").schema), "checkbox");
    assert.equal(kindOf({ path: "/targetHiringDate", label: "Date" }, schemaAt(JobInput, "/targetHiringDate").schema), "dateTime");
});

test("a member of an optional object is required only if the object is there", () => {
    const schema = { properties: { location: { required: ["city"], properties: { city: {}, street: {} } } } };
    assert.equal(schemaAt(schema, "/location/city", {}).required, false);
    assert.equal(schemaAt(schema, "/location/city", { location: { street: "x" } }).required, true);
});

test("values are read and written by JSON pointer, without changing the original", () => {
    const body = { title: "a", location: { city: "Ulm" } };
    assert.equal(getAt(body, "/location/city"), "Ulm");
    assert.deepEqual(setAt(body, "/location/city", "Bonn"), { title: "a", location: { city: "Bonn" } });
    assert.deepEqual(setAt(body, "/location/city", undefined), { title: "a" });
    assert.deepEqual(setAt({}, "/a~1b/c", 1), { "a/b": { c: 1 } });
    assert.equal(body.location.city, "Ulm");
});

test("only http, https and mailto are links", () => {
    assert.equal(safeHref("https://example.com/a"), "https://example.com/a");
    assert.equal(safeHref("mailto:ada@example.com"), "mailto:ada@example.com");
    for (const bad of ["javascript:alert(1)", " JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x", "//example.com", "/console", "x"]) {
        assert.equal(safeHref(bad), undefined, bad);
    }
});

test("rows in view, with a margin", () => {
    assert.deepEqual(rangeOf(0, 440, 44, 1000), { first: 0, last: 16 });
    assert.deepEqual(rangeOf(44_000, 440, 44, 1005), { first: 994, last: 1005 });
});

test("small texts", () => {
    assert.equal(initials("Ada", "Lovelace"), "AL");
    assert.equal(initials("👩‍👩‍👧 x", ""), "👩‍👩‍👧");
    assert.equal(initials("", ""), "?");
    assert.equal(moneyText(1234.5, "USD", "en"), "$1,234.50");
    assert.equal(moneyText(7, "no code", "en"), "7 no code");
    assert.equal(matches("cj", "Create job"), true);
    assert.equal(matches("job cre", "Create job"), true);
    assert.equal(matches("x", "Create job"), false);
    const key = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    assert.equal(nameOfKey({ ...key, key: "?", shiftKey: true }), "?");
    assert.equal(nameOfKey({ ...key, key: "L", shiftKey: true }), "Shift+l");
    assert.equal(nameOfKey({ ...key, key: "K", metaKey: true }), "Ctrl+k");
});

test("stacked series add up", () => {
    assert.deepEqual(stack([[1, 2], [3, null]]), [[1, 2], [4, 2]]);
});
