import assert from "node:assert/strict";
import test from "node:test";
import type { HiringProcess } from "../api/types";
import { bodyOf, formOf, placeInForm, repeatedSteps, stepsText, withStages } from "./hiring_steps";

const process: HiringProcess = {
    id: "1", name: "Kitchen", active: true, default: false,
    subStatuses: { IN_REVIEW: ["Resume"], INTERVIEW: ["Trial shift", "Team"], OFFERED: [] },
    requiredSubStatuses: { IN_REVIEW: [], INTERVIEW: ["Trial shift"], OFFERED: [] },
};

test("a process comes back from the form as it was", () => {
    const { id: _, ...body } = process;
    assert.deepEqual(bodyOf(formOf(process)), body);
});

test("a required step keeps its mark when it is renamed and moved", () => {
    const form = formOf(process);
    const [trial, team] = form.steps.INTERVIEW;
    assert.ok(trial && team);
    const body = bodyOf({ ...form, steps: { ...form.steps, INTERVIEW: [team, { ...trial, name: " Trial day " }] } });
    assert.deepEqual(body.subStatuses.INTERVIEW, ["Team", "Trial day"]);
    assert.deepEqual(body.requiredSubStatuses?.INTERVIEW, ["Trial day"]);
});

test("names that occur twice are found in all stages, regardless of case", () => {
    const form = formOf(process);
    assert.deepEqual(repeatedSteps(form), []);
    assert.deepEqual(repeatedSteps({ ...form, steps: { ...form.steps, OFFERED: [{ id: "x", name: " RESUME ", required: false }] } }), ["resume"]);
});

test("a form without steps has empty stages", () => assert.deepEqual(bodyOf(withStages({ name: "New" })).subStatuses, { IN_REVIEW: [], INTERVIEW: [], OFFERED: [] }));

test("text and places", () => {
    assert.equal(stepsText(formOf(process).steps.INTERVIEW), "Trial shift * → Team");
    assert.equal(placeInForm("/subStatuses/INTERVIEW/1"), "/steps/INTERVIEW/1");
    assert.equal(placeInForm("/requiredSubStatuses/OFFERED"), "/steps/OFFERED");
    assert.equal(placeInForm("/name"), "/name");
});
