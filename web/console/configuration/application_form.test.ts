import assert from "node:assert/strict";
import test from "node:test";
import type { FormQuestion } from "../api/types";
import { conditionSources, conditionText, describedFault, faultOf, hasChoices, isBroken, newChoice, newField, newId, newQuestion, questionsText, tidied } from "./application_form";

const licence: FormQuestion = {
    id: "1", label: "Do you have a driving licence?", name: "Licence",
    fields: [{ id: "value", label: "Licence", type: "RADIO", values: [{ id: "yes", label: "Yes" }, { id: "no", label: "No" }] }, { id: "since", label: "Since", type: "INPUT_TEXT" }],
};
const classes: FormQuestion = { id: "2", label: "Which classes?", fields: [newField([])], condition: { questionId: "1", fieldId: "value", valueIds: ["yes"] } };

test("ids are made of labels and differ", () => {
    assert.equal(newId("Ja, gern!", []), "ja-gern");
    assert.equal(newId("Ja gern", ["ja-gern", "ja-gern-2"]), "ja-gern-3");
    assert.equal(newId("日本", []), "value");
    assert.equal(newChoice("Yes", [{ id: "yes", label: "Yes" }]).id, "yes-2");
    assert.equal(newField([newField([])]).id, "value-2");
});

test("a condition names a question before, and choices that exist", () => {
    assert.deepEqual(conditionSources([licence]).map(({ field }) => field.id), ["value"]);
    assert.equal(isBroken(classes, [licence]), false);
    assert.equal(isBroken(classes, []), true);
    assert.equal(isBroken({ ...classes, condition: { questionId: "1", fieldId: "value", valueIds: ["maybe"] } }, [licence]), true);
    assert.equal(isBroken(licence, []), false);
    assert.equal(conditionText(classes, [licence]), "only if “Licence” is Yes");
});

test("what is missing", () => {
    assert.ok(faultOf(newQuestion("3")));
    assert.equal(faultOf(licence), undefined);
    assert.ok(faultOf({ ...licence, fields: [{ id: "value", label: "x", type: "SINGLE_SELECT", values: [] }] }));
    assert.ok(faultOf({ ...licence, fields: [] }));
});

test("what the API would refuse or ignore is left out", () => {
    const question: FormQuestion = {
        id: "4", label: "When can you start?", name: " ", repeatable: false, translations: { de: "Wann?", fr: " " }, condition: { questionId: "1", fieldId: "value", valueIds: [] },
        fields: [{ id: "value", label: "", type: "INFORMATION", required: true, values: [{ id: "left", label: "over" }] }],
    };
    assert.deepEqual(tidied(question), { id: "4", label: "When can you start?", translations: { de: "Wann?" }, fields: [{ id: "value", label: "When can you start?", type: "INFORMATION" }] });
    assert.deepEqual(tidied(licence).fields[0]?.values, licence.fields[0]?.values);
});

test("types", () => assert.deepEqual(["TEXTAREA", "RADIO", "INFORMATION"].map((type) => hasChoices(type as "RADIO")), [false, true, false]));

test("faults name the question", () => {
    assert.match(describedFault("/questions/1/condition/questionId", "must be a question before this one"), /2.*must be/);
    assert.equal(describedFault("/consents/0/label", "is required"), "is required");
    assert.equal(questionsText([licence, classes]), "Licence → Which classes?");
});
