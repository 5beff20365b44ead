import assert from "node:assert/strict";
import test from "node:test";
import { parseFilter } from "../parts/filter_text";
import { auditQuery, timeOf } from "./audit_filter";

const now = new Date("2026-11-18T12:00:00.000Z");
const query = (text: string) => auditQuery(parseFilter(text, ["event", "author", "by", "entity", "id", "after", "before"]), now);

test("an empty filter asks for nothing: the API shows the last seven days", () => assert.deepEqual(query(""), {}));

test("terms, in any case; unknown values are left out", () => {
    assert.deepEqual(query("entity:job entity:offer author:USER entity:nonsense event:job_created by:u1 id:j1"),
        { eventName: ["JOB_CREATED"], authorType: ["USER"], authorId: "u1", entityType: ["JOB", "OFFER"], entityId: "j1" });
});

test("words are the name of an event, or the id of an object", () => {
    assert.deepEqual(query("job status changed"), { eventName: ["JOB_STATUS_CHANGED"] });
    assert.deepEqual(query("01a1e859-f31e-7000-95c6-5982304c65dd"), { entityId: "01a1e859-f31e-7000-95c6-5982304c65dd" });
    assert.deepEqual(query("6a27d86849b1daa7b82c4534 user_invited"), { eventName: ["USER_INVITED"], entityId: "6a27d86849b1daa7b82c4534" });
});

test("periods", () => {
    assert.equal(timeOf("24h", now), "2026-11-17T12:00:00.000Z");
    assert.equal(timeOf("30d", now), "2026-10-19T12:00:00.000Z");
    assert.equal(timeOf("all", now), "1970-01-01T00:00:00.000Z");
    assert.equal(timeOf("2026-11-01", now), new Date(2026, 10, 1).toISOString());
    assert.equal(timeOf("2026-11-01T10:00:00Z", now), "2026-11-01T10:00:00.000Z");
    assert.equal(timeOf("soon", now), undefined);
    assert.deepEqual(query("after:7d before:nonsense"), { eventDateAfter: "2026-11-11T12:00:00.000Z" });
});
