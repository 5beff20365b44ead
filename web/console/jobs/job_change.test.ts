import assert from "node:assert/strict";
import test from "node:test";
import type { JobDetails, JobInput } from "../api/types";
import { differencesOf, inputOf, patchOf, rebased, timeOfDay } from "./job_change";

const cook: JobInput = {
    title: "Line Cook", industry: { id: "restaurants" }, function: { id: "production" }, experienceLevel: { id: "entry_level" },
    location: { countryCode: "us", city: "Atlanta" }, compensation: { min: 18.5, currency: "USD" },
    jobAd: { sections: { jobDescription: { text: "<p>Cook</p>" } }, language: { code: "en" } },
};

test("a patch tests and replaces only what was changed", () => {
    assert.deepEqual(patchOf(cook, { ...cook, title: "Grill Cook" }), [
        { op: "test", path: "/title", value: "Line Cook" },
        { op: "replace", path: "/title", value: "Grill Cook" },
    ]);
    assert.deepEqual(patchOf(cook, cook), []);
});

test("a member that was absent is null, one that was removed becomes null", () => {
    const { compensation: _, ...unpaid } = cook;
    assert.deepEqual(patchOf(cook, { ...unpaid, department: { id: "7" } }), [
        { op: "test", path: "/compensation/min", value: 18.5 },
        { op: "test", path: "/compensation/currency", value: "USD" },
        { op: "replace", path: "/compensation", value: null },
        { op: "test", path: "/department", value: null },
        { op: "replace", path: "/department", value: { id: "7" } },
    ]);
});

test("differences are found in nested members", () => {
    const moved = { ...cook, location: { ...cook.location, city: "Boston" } };
    assert.deepEqual(differencesOf(cook, moved), [{ path: "/location/city", before: "Atlanta", after: "Boston" }]);
});

test("my changes are kept on top of the changes of others", () => {
    const mine = { ...cook, title: "Grill Cook" };
    const theirs = { ...cook, title: "Sous Chef", location: { countryCode: "us", city: "Boston" } };
    const merged = rebased(cook, mine, theirs);
    assert.equal(merged.title, "Grill Cook");
    assert.equal(merged.location.city, "Boston");
});

test("what I removed stays removed, what others added stays", () => {
    const { compensation: _, ...mine } = cook;
    const merged = rebased<JobInput>(cook, mine, { ...cook, refNumber: "K-7" });
    assert.equal(merged.compensation, undefined);
    assert.equal(merged.refNumber, "K-7");
});

test("the form of a job has its access groups and its EEO category by id", () => {
    const { typeOfEmployment: _, ...input } = cook;
    const details = {
        ...input, industry: { id: "restaurants", label: "Restaurants" }, location: { ...cook.location, country: "United States" },
        eeoCategory: { id: "technicians", label: "Technicians" }, accessGroups: [{ id: "7", name: "Bristol kitchens" }],
    } as unknown as JobDetails;
    const form = inputOf(details);
    assert.deepEqual(form.accessGroups, [{ id: "7" }]);
    assert.deepEqual(form.eeoCategory, { id: "technicians" });
    assert.deepEqual(patchOf(form, { ...form, accessGroups: [] }), [
        { op: "test", path: "/accessGroups", value: [{ id: "7" }] },
        { op: "replace", path: "/accessGroups", value: [] },
    ]);
    assert.deepEqual(inputOf({ ...details, accessGroups: undefined } as unknown as JobDetails).accessGroups, []);
});

test("a day becomes the time of its beginning", () => {
    assert.equal(timeOfDay("2030-03-01"), "2030-03-01T00:00:00.000Z");
    assert.equal(timeOfDay("2030-03-01T08:00:00.000Z"), "2030-03-01T08:00:00.000Z");
    assert.equal(timeOfDay(undefined), undefined);
});
