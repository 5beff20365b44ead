import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { filterFields } from "./jobs/pipeline_filter";
import { kFilterNames } from "./candidates/candidate_filter";
import { families } from "./screens";

const guide = readFileSync("../../docs/console.md", "utf8");  // tests run in web/console

test("the guide of the console has every screen of the navigation", () => {
    const titles = families.flatMap((family) => family.nav).map((item) => item.title);
    assert.ok(titles.length > 20);
    assert.deepEqual(titles.filter((title) => !guide.includes(title)), []);
});

test("the guide has the names of the filters", () => {
    for (const name of [...kFilterNames, ...filterFields([]).map((field) => field.name)]) assert.ok(guide.includes(`\`${name}\``), name);
});
