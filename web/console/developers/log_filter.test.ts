import assert from "node:assert/strict";
import { test } from "node:test";
import type { Callback } from "../api/types";
import { parseFilter } from "../parts/filter_text";
import { logFilter, matchesDelivery } from "./log_filter";

const names = ["status", "event", "period", "after", "before"];
const now = new Date("2026-11-18T07:00:42.000Z");
const callback: Callback = {
    id: "c1", eventId: "e1", status: "failed", timestamp: "2026-11-18T07:00:00.000Z", durationMs: 12, failureReason: "answered 500 instead of 202",
    requestDetails: { url: "https://hooks.example.com", body: '{"id":"j1"}', headers: { "Event-name": "job.status.updated" } },
};

test("status and times are filtered by the server", () => {
    assert.deepEqual(logFilter(parseFilter("status:failed period:hour", names), now), { status: "failed", after: "2026-11-18T06:00:00.000Z", before: undefined });
    assert.deepEqual(logFilter(parseFilter("after:2026-11-17T10:00:00Z before:2026-11-18T10:00:00Z", names), now),
        { status: undefined, after: "2026-11-17T10:00:00.000Z", before: "2026-11-18T10:00:00.000Z" });
});

test("both statuses are no filter; what is not a time or a status is ignored", () => {
    assert.equal(logFilter(parseFilter("status:failed status:successful", names), now).status, undefined);
    assert.deepEqual(logFilter(parseFilter("status:x after:yesterday", names), now), { status: undefined, after: undefined, before: undefined });
});

test("events match by name or family, words anywhere", () => {
    const matches = (text: string) => matchesDelivery(callback, parseFilter(text, names));
    assert.ok(matches("event:job.status.updated"));
    assert.ok(matches("event:job"));
    assert.ok(!matches("event:job.created"));
    assert.ok(matches("j1 500"));
    assert.ok(!matches("j1 404"));
    assert.ok(matches(""));
});
