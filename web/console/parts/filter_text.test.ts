import assert from "node:assert/strict";
import test from "node:test";
import { filterText, parseFilter, toggleTerm, valuesOf, withSingle } from "./filter_text";

const names = ["status", "source"];

test("terms and words are told apart", () => {
    const filter = parseFilter('status:interview ada source:"job board" lovelace', names);
    assert.deepEqual(filter.terms, [{ name: "status", value: "interview" }, { name: "source", value: "job board" }]);
    assert.equal(filter.words, "ada lovelace");
});

test("unknown names stay words", () => {
    assert.equal(parseFilter("https://example.com 10:30 tag:x", names).words, "https://example.com 10:30 tag:x");
});

test("a term that is still typed and an open quote are no errors", () => {
    assert.deepEqual(parseFilter("status:", names), { terms: [], words: "" });
    assert.deepEqual(parseFilter('source:"job bo', names).terms, [{ name: "source", value: "job bo" }]);
});

test("text and filter are the same thing twice", () => {
    const text = 'status:interview source:"job board" ada';
    assert.equal(filterText(parseFilter(text, names)), text);
});

test("a term is switched on and off", () => {
    const filter = parseFilter("status:new ada", names);
    const both = toggleTerm(filter, { name: "status", value: "hired" });
    assert.deepEqual(valuesOf(both, "status"), ["new", "hired"]);
    assert.equal(filterText(toggleTerm(both, { name: "status", value: "new" })), "status:hired ada");
});

test("of a name that has one value, another one replaces it", () => {
    const filter = parseFilter("source:a status:new source:b status:hired ada", names);
    assert.equal(filterText(withSingle(filter, ["source"])), "status:new source:b status:hired ada");
    assert.equal(filterText(withSingle(toggleTerm(filter, { name: "source", value: "c" }), ["source"])), "status:new status:hired source:c ada");
    assert.deepEqual(withSingle(filter, []), filter);
});
