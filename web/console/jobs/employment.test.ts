import assert from "node:assert/strict";
import test from "node:test";
import { employmentOptions } from "./employment";

const rules = [{ id: "permanent", label: "Full-time", countryCodes: [] }, { id: "contract", label: "Contract", countryCodes: ["at", "de"] }];
const titles = (country?: string, chosen?: string) => employmentOptions(rules, country, chosen).map(({ title }) => title);

test("a type without countries is offered everywhere, another one only there", () => {
    assert.deepEqual(titles("de"), ["Full-time", "Contract"]);
    assert.deepEqual(titles("DE"), ["Full-time", "Contract"]);
    assert.deepEqual(titles("gb"), ["Full-time"]);
    assert.deepEqual(titles(), ["Full-time", "Contract"]);  // the country is not chosen yet
});

test("the type that a job has stays, and says that it belongs elsewhere", () => {
    assert.deepEqual(titles("gb", "contract"), ["Full-time", "Contract (only in other countries)"]);
});
