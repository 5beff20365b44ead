import assert from "node:assert/strict";
import test from "node:test";
import { parseFilter } from "../parts/filter_text";
import { candidateQuery, kFilterNames, parseSource, sourceText, timeAfter } from "./candidate_filter";

const now = new Date("2026-11-18T10:20:30.000Z");
const queryOf = (text: string) => candidateQuery(parseFilter(text, kFilterNames), now);

test("terms become parameters, the other words are searched for", () => {
    const found = queryOf('status:new status:INTERVIEW tag:"night shift" location:atlanta consent:pending rating:4 "grill cook" ada');
    assert.deepEqual(found.status, ["NEW", "INTERVIEW"]);
    assert.deepEqual(found.tag, ["night shift"]);
    assert.deepEqual(found.location, ["atlanta"]);
    assert.deepEqual(found.consentStatus, ["PENDING"]);
    assert.deepEqual(found.averageRating, [4]);
    assert.equal(found.q, '"grill cook" ada');
});

test("values that the API would refuse are left out", () => {
    const found = queryOf("status:asleep rating:9 rating:x consent:maybe updated:soon source:JOB_BOARD");
    assert.deepEqual([found.status, found.averageRating, found.consentStatus, found.sourceType], [[], [], [], []]);
    assert.equal(found.updatedAfter, undefined);
});

test("a source has three parts, each as often as the others", () => {
    const found = queryOf("source:JOB_BOARD/FREE_JOB_BOARD/glassdoor source:API/API/api");
    assert.deepEqual(found.sourceType, ["JOB_BOARD", "API"]);
    assert.deepEqual(found.sourceSubType, ["FREE_JOB_BOARD", "API"]);
    assert.deepEqual(found.sourceValueId, ["glassdoor", "api"]);
    assert.equal(sourceText(parseSource("A/B/c/d") ?? { sourceTypeId: "", sourceSubTypeId: "", sourceId: "" }), "A/B/c/d");
});

test("an age is a time that stays the same for an hour", () => {
    assert.equal(timeAfter("24h", now), "2026-11-17T10:00:00.000Z");
    assert.equal(timeAfter("7d", new Date("2026-11-18T10:59:59.000Z")), timeAfter("7d", now));
    assert.equal(timeAfter("2026-11-01", now), "2026-11-01T00:00:00.000Z");
    assert.equal(timeAfter("2026-13-01", now), undefined);
});
