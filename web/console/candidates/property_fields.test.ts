import assert from "node:assert/strict";
import test from "node:test";
import { kindOf } from "../parts/Field";
import { fieldsOf, formToText, fromForm, parseMoney, textToForm, toForm } from "./property_fields";

const users = { useChoices: () => ({ options: [], loading: false }), useTitle: () => undefined };
const none = { countries: [], currencies: [], users };

test("an amount has two fields, a select without values is text", () => {
    const fields = fieldsOf([{ key: "salary", label: "Salary", type: "CURRENCY" }, { key: "contractType", label: "Contract", type: "SELECT" }], none);
    assert.deepEqual(fields.map((field) => field.path), ["/salary/value", "/salary/code", "/contractType"]);
    assert.equal(fields[2]?.kind, "text");
});

test("a user is searched for", () => {
    const [field] = fieldsOf([{ key: "mentor", label: "Mentor", type: "USER" }], none);
    assert.equal(field?.picker, users);
    assert.equal(kindOf({ path: "/mentor", label: "Mentor", picker: users }, undefined), "picker");
});

test("several values of a list are chosen, and shown by their names", () => {
    const [field] = fieldsOf([{ key: "shifts", label: "Shifts", type: "MULTI_SELECT", options: [{ value: "early", title: "Early" }, { value: "late", title: "Late" }] }], none);
    assert.equal(field?.kind, "choices");
    assert.equal(field?.textOf?.(["late", "early", "gone"]), "Late, Early, gone");
});

test("values of an application come back as they were", () => {
    for (const [type, value] of [["BOOLEAN", false], ["NUMBER", 7], ["DATE", "2030-01-31T00:00:00.000Z"], ["CURRENCY", { code: "USD", value: 1000 }], ["TEXT", "<b>x</b>"], ["MULTI_SELECT", ["late", "early"]]] as const) {
        assert.deepEqual(fromForm(type, toForm(type, value)), value);
    }
    assert.equal(fromForm("TEXT", toForm("TEXT", {})), undefined);
    assert.equal(fromForm("MULTI_SELECT", []), undefined);
});

test("values of an offer come back as they were", () => {
    for (const [type, text] of [["CURRENCY", "52000 USD"], ["PERCENT", "10"], ["DATE", "2027-02-01"], ["BOOLEAN", "true"], ["TEXT", "a b"]] as const) {
        assert.equal(formToText(type, textToForm(type, text)), text);
    }
    assert.equal(formToText("CURRENCY", {}), undefined);
    assert.equal(formToText("CURRENCY", { code: "USD" }), undefined);
    assert.equal(formToText("CURRENCY", textToForm("CURRENCY", "to be agreed")), "to be agreed");
});

test("money is a number and perhaps a currency", () => {
    assert.deepEqual(parseMoney("52000.5 usd"), { amount: 52000.5, currency: "USD" });
    assert.deepEqual(parseMoney("52000"), { amount: 52000, currency: undefined });
    assert.equal(parseMoney("plenty"), undefined);
});
