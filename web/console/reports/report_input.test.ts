import assert from "node:assert/strict";
import test from "node:test";
import type { Report } from "../api/types";
import { areasOf, conditionOf, conditionsOf, emptyFilter, inputOf, isComplete } from "./report_input";

const report = (name: string, creatorId?: string): Report => ({
    reportId: name, name, rowEntityTypeId: "JOB", columns: [{ entityTypeId: "JOB", dataPointId: "title", dataPointName: "Title", dataPointType: "TEXT" }],
    filters: [{ column: { entityTypeId: "JOB", dataPointId: "createdOn", dataPointName: "Created on", dataPointType: "DATE" }, datePeriod: { period: 3, unit: "MONTHS" } }],
    creationDate: "", modificationDate: "", grantees: ["u1"], reportFormats: ["CSV"], reportTemplateId: "t", ...(creatorId !== undefined && { creatorId }),
});

test("the body of PUT names columns by id", () => {
    assert.deepEqual(inputOf(report("A", "u")), {
        name: "A", rowEntityTypeId: "JOB", columns: [{ dataPointId: "title" }],
        filters: [{ column: { dataPointId: "createdOn" }, datePeriod: { period: 3, unit: "MONTHS" } }], reportFormats: ["CSV"], grantees: ["u1"],
    });
});

test("built-in reports are the areas, by name", () => {
    assert.deepEqual(areasOf([report("Offers"), report("Mine", "u"), report("Jobs")]).map((one) => one.name), ["Jobs", "Offers"]);
});

test("each type of column has its conditions, and an empty filter is of the first", () => {
    assert.deepEqual(conditionsOf("DATE"), ["datePeriod", "dateRange"]);
    assert.deepEqual(conditionsOf("DECIMAL"), []);
    for (const type of ["ID", "DATE", "NUMBER", "TEXT", "ENUM", "BOOLEAN"] as const) {
        assert.equal(conditionOf(emptyFilter({ dataPointId: "x", dataPointType: type })), conditionsOf(type)[0]);
    }
});

test("filters without a value are incomplete", () => {
    const column = { dataPointId: "x" };
    assert.equal(isComplete({ column, rowValues: { values: [] } }), false);
    assert.equal(isComplete({ column, rowValues: { noneValue: true } }), true);
    assert.equal(isComplete({ column, dateRange: {} }), false);
    assert.equal(isComplete({ column, dateRange: { to: "2026-01-01T00:00:00Z" } }), true);
    assert.equal(isComplete({ column, booleanValue: { value: false } }), true);
});
