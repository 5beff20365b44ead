import assert from "node:assert/strict";
import test from "node:test";
import type { OfferProperties } from "../api/types";
import { isDraft, isOpen, kOfferStatuses, kOpenStatuses, nextSteps } from "./offer_steps";
import { formOf, missingTerms, placeInForm, propertiesOf, termsOf, termsPatch } from "./offer_terms";

const known: OfferProperties = {
    categories: [{ id: "COMPENSATION", properties: [{ key: "salary", label: "Salary", required: false, type: "CURRENCY" }, { key: "bonus", label: "Bonus", required: false, type: "PERCENT" }] }],
};

test("terms come back from the form as they were, also unknown ones", () => {
    const terms = { salary: "52000 USD", bonus: "10", old: "kept" };
    const properties = propertiesOf(known, terms);
    assert.deepEqual(properties.map((property) => property.key), ["salary", "bonus", "old"]);
    assert.deepEqual(termsOf(properties, formOf(properties, terms)), terms);
});

test("only changed terms are sent, emptied ones as null", () => {
    assert.deepEqual(termsPatch({ salary: "1 USD", bonus: "10" }, { salary: "2 USD" }), { salary: "2 USD", bonus: null });
    assert.deepEqual(termsPatch({ salary: "1 USD" }, { salary: "1 USD" }), {});
});

test("an offer goes forward only, and closed ones stay closed", () => {
    assert.deepEqual(kOpenStatuses, ["CREATED", "PENDING_APPROVAL", "APPROVED", "PENDING_ACCEPTANCE"]);
    assert.deepEqual(kOfferStatuses.filter(isDraft), ["CREATED"]);
    for (const status of kOfferStatuses) {
        assert.ok(!nextSteps(status).includes("CREATED"));
        assert.equal(isOpen(status), nextSteps(status).includes("ABANDONED"));
    }
});

test("a selection offers its values, and what the offer has", () => {
    const select: OfferProperties = { categories: [{ id: "START", properties: [{ key: "contract", label: "Contract", required: false, type: "SELECT", values: ["Permanent", "Fixed term"] }, { key: "free", label: "Free", required: false, type: "SELECT" }] }] };
    const offered = (terms: Record<string, string>) => propertiesOf(select, terms).map(({ options }) => options?.map(({ value }) => value));
    assert.deepEqual(offered({}), [["Permanent", "Fixed term"], undefined]);
    assert.deepEqual(offered({ contract: "Permanent" }), [["Permanent", "Fixed term"], undefined]);
    assert.deepEqual(offered({ contract: "Internship" }), [["Permanent", "Fixed term", "Internship"], undefined]);
});

test("what is required and not filled in is named", () => {
    const strict: OfferProperties = { categories: [{ id: "START", properties: [{ key: "day", label: "First day", required: true, type: "DATE" }, { key: "note", label: "Note", required: false, type: "TEXT" }] }] };
    assert.deepEqual(missingTerms(strict, {}), ["First day"]);
    assert.deepEqual(missingTerms(strict, { day: "2027-01-01" }), []);
    assert.deepEqual(propertiesOf(strict).map(({ section }) => section), ["START", undefined]);
});

test("faults of terms are at the fields of the form", () => {
    assert.deepEqual(["/properties/salary", "/status", "/properties"].map(placeInForm), ["/salary", "/status", "/properties"]);
});
