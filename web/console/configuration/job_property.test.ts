import assert from "node:assert/strict";
import test from "node:test";
import type { JobPropertyDefinition } from "../api/types";
import { formOf, labelInPages, possibleDependents } from "./job_property";

function property(id: string, more: Partial<JobPropertyDefinition> = {}): JobPropertyDefinition {
    return { id, label: id, category: "job", type: "SINGLE_SELECT", visible: true, active: true, required: false, actions: { details: { url: "", method: "GET" } }, ...more };
}

test("a property cannot depend on itself, not even over others, and on one other at most", () => {
    const country = property("country");
    const city = property("city", { dependsOn: "country" });
    const site = property("site", { dependsOn: "city" });
    const shift = property("shift");
    const note = property("note", { type: "TEXT" });
    const all = [country, city, site, shift, note];
    const ids = (one: JobPropertyDefinition) => possibleDependents(one, all).map(({ id }) => id);
    assert.deepEqual(ids(site), ["shift"]);
    assert.deepEqual(ids(country), ["shift"]);
    assert.deepEqual(ids(shift), ["country"]);
});

test("the form has what can be changed", () => assert.deepEqual(formOf(property("shift")), { label: "shift", category: "job", visible: true, required: false }));

test("the label of a value is found on a later page", async () => {
    const pages: Record<string, { id: string; label: string }[]> = { "/values": [{ id: "day", label: "Tag" }], "/values?page_id=2": [{ id: "late", label: "Spät" }] };
    const read: string[] = [];
    const load = async (url: string) => {
        read.push(url);
        return { data: { totalFound: 2, nextPageId: null, content: pages[url] ?? [] }, headers: new Headers(url === "/values" ? { Link: '</values?page_id=2>; rel="next"' } : {}) };
    };
    assert.equal(await labelInPages("/values", "day", load), "Tag");
    assert.equal(read.length, 1);
    assert.equal(await labelInPages("/values", "late", load), "Spät");
    assert.equal(await labelInPages("/values", "gone", load), "");
});
