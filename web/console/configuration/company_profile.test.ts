import assert from "node:assert/strict";
import test from "node:test";
import type { Company } from "../api/types";
import { formOf, patchOf, placeText } from "./company_profile";

const company: Company = { identifier: "acme", name: "Acme", website: "https://acme.example", industry: { id: "restaurants", label: "Restaurants" }, location: { country: "Germany", countryCode: "de", city: "Berlin" } };

test("nothing changed, nothing sent", () => assert.deepEqual(patchOf(formOf(company), formOf(company)), {}));

test("only changes are sent, and null removes", () => {
    const before = formOf(company);
    assert.deepEqual(patchOf({ industry: { id: "retail" }, location: { countryCode: "de", region: "BE" } }, before), { website: null, industry: { id: "retail" }, location: { region: "BE", city: null } });
    assert.deepEqual(patchOf({ ...before, website: "https://new.example" }, before), { website: "https://new.example" });
    assert.deepEqual(patchOf({}, formOf({ identifier: "a", name: "A" })), {});
});

test("the place in one line", () => assert.equal(placeText(company), "Berlin, Germany"));
