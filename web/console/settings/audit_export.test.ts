import assert from "node:assert/strict";
import test from "node:test";
import { ApiError } from "../api/errors";
import type { AuditEvent, AuditEvents } from "../api/types";
import { parseCsv } from "../reports/csv";
import { exportAudit, type ExportOptions } from "./audit_export";

const event = (id: string, context: Record<string, unknown> = {}): AuditEvent => ({
    id, eventName: "JOB_CREATED", eventDate: "2026-11-18T06:00:00.000Z", authorType: "SYSTEM", entityType: "JOB", entityId: "j1", context,
});
const pages: readonly AuditEvents[] = [
    { nextPageId: "p2", limit: 100, content: [event("1", { name: '=HYPERLINK("x")' }), event("2")] },
    { nextPageId: null, limit: 100, content: [event("3")] },
];

function options(rest: Partial<ExportOptions>): ExportOptions {
    return { format: "json", signal: new AbortController().signal, onProgress: () => {}, onWait: () => {}, load: async ({ nextPageId }) => pages[nextPageId === "p2" ? 1 : 0] as AuditEvents, ...rest };
}

test("all pages as one JSON document", async () => {
    const progress: number[] = [];
    const { file, events } = await exportAudit({}, options({ onProgress: (count) => progress.push(count) }));
    assert.equal(events, 3);
    assert.deepEqual(progress, [2, 3]);
    assert.deepEqual((JSON.parse(await file.text()) as AuditEvent[]).map((one) => one.id), ["1", "2", "3"]);
});

test("all pages as CSV with one header", async () => {
    const { file } = await exportAudit({}, options({ format: "csv" }));
    const { header, rows } = parseCsv(await file.text());
    assert.equal(header[0], "eventDate");
    assert.deepEqual(rows.map((row) => row[6]), ["1", "2", "3"]);
    assert.equal(rows[0]?.[3], "");
    assert.deepEqual(JSON.parse(rows[0]?.[7] ?? ""), { name: '=HYPERLINK("x")' });
});

test("nothing found is still a document", async () => {
    const load = async () => ({ nextPageId: null, limit: 100, content: [] });
    assert.deepEqual(JSON.parse(await (await exportAudit({}, options({ load }))).file.text()), []);
    assert.equal(parseCsv(await (await exportAudit({}, options({ load, format: "csv" }))).file.text()).header.length, 8);
});

test("it waits as the server says, and goes on with the same page", async () => {
    let refusals = 2;
    const waits: (number | undefined)[] = [];
    const load: NonNullable<ExportOptions["load"]> = async ({ nextPageId }) => {
        if (nextPageId === "p2" && refusals-- > 0) throw new ApiError(429, "slow down", [], undefined, 45);
        return pages[nextPageId === "p2" ? 1 : 0] as AuditEvents;
    };
    const { events } = await exportAudit({}, options({ load, onWait: (seconds) => waits.push(seconds), wait: async () => {} }));
    assert.equal(events, 3);
    assert.deepEqual(waits.filter((seconds) => seconds !== undefined), [45, 45]);
});

test("stopping ends it, other errors too", async () => {
    const stopper = new AbortController();
    await assert.rejects(exportAudit({}, options({ signal: stopper.signal, onProgress: () => stopper.abort() })), { name: "AbortError" });
    await assert.rejects(exportAudit({}, options({ load: async () => { throw new ApiError(403, "no", [], undefined, undefined); } })), { status: 403 });
});
