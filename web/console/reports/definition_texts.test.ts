import assert from "node:assert/strict";
import test from "node:test";
import type { Report } from "../api/types";
import { definitionTexts } from "./definition_texts";

const jobs: Report = {
    reportId: "j", name: "Jobs", rowEntityTypeId: "JOB", columns: [{ dataPointId: "title", dataPointName: "Title" }, { dataPointId: "state", dataPointName: "State" }],
    filters: [], creationDate: "", modificationDate: "", grantees: [], reportFormats: ["CSV"], reportTemplateId: "t",
};
const userName = (id: string) => (id === "u1" ? "Ada Lovelace" : id);

test("a definition has the names that people see", () => {
    assert.deepEqual(definitionTexts({
        name: "Open", rowEntityTypeId: "JOB", columns: [{ dataPointId: "title" }, { dataPointId: "gone" }],
        filters: [{ column: { dataPointId: "state" }, rowValues: { values: ["A", "B"] } }], reportFormats: ["CSV", "EXCEL"], grantees: ["u1", "u2"],
    }, [jobs], userName), {
        name: "Open", rowEntityTypeId: "Job", columns: "Title, gone", filters: "State is one of A, B", reportFormats: "CSV, Excel", schedule: "Not scheduled", grantees: "Ada Lovelace, u2",
    });
});

test("of an empty definition, it says what that means", () => {
    const { filters, grantees } = definitionTexts({ name: "x", rowEntityTypeId: "OTHER" }, [jobs], userName);
    assert.deepEqual([filters, grantees], ["None: all rows that the user may see", "Administrators only"]);
});
