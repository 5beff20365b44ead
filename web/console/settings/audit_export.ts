// Everything that a filter of the audit log finds, page by page, at the pace of the server.
import { at } from "../api/address";
import { pause, read, type SendOptions } from "../api/client";
import { ApiError } from "../api/errors";
import type { AuditEvent, AuditEvents } from "../api/types";
import { csvLine } from "../reports/csv";
import type { AuditQuery } from "./audit_filter";

export type ExportFormat = "csv" | "json";

export interface ExportOptions {
    readonly format: ExportFormat;
    readonly signal: AbortSignal;
    readonly onProgress: (events: number) => void;
    readonly onWait: (seconds: number | undefined) => void;
    readonly load?: (query: AuditQuery & { nextPageId?: string; limit: number }, options: SendOptions) => Promise<AuditEvents>;
    readonly wait?: typeof pause;
}

const kPage = 100;
const kTypes: Record<ExportFormat, string> = { csv: "text/csv;charset=utf-8", json: "application/json" };
const kColumns = ["eventDate", "eventName", "authorType", "authorId", "entityType", "entityId", "id", "context"] as const satisfies readonly (keyof AuditEvent)[];

export function pageText(events: readonly AuditEvent[], format: ExportFormat, isFirst: boolean): string {
    if (format === "csv") return (isFirst ? csvLine(kColumns) : "") + events.map((event) => csvLine(kColumns.map((column) => event[column]))).join("");
    return events.map((event, index) => `${isFirst && index === 0 ? "" : ","}\n${JSON.stringify(event)}`).join("");
}

function loadPage(query: AuditQuery & { nextPageId?: string; limit: number }, options: SendOptions): Promise<AuditEvents> {
    return read(at("/audit-api/v201910/audit-events", { ...query }), options);
}

// The client gives up after some attempts; an export of many pages goes on as soon as the server permits.
async function patiently<T>(request: () => Promise<T>, { signal, onWait, wait = pause }: ExportOptions): Promise<T> {
    for (;;) {
        try {
            return await request();
        } catch (error) {
            if (!(error instanceof ApiError) || error.retryAfter === undefined || (error.status !== 429 && error.status !== 503)) throw error;
            onWait(error.retryAfter);
            await wait(error.retryAfter, signal);
            onWait(undefined);
        }
    }
}

export async function exportAudit(query: AuditQuery, options: ExportOptions): Promise<{ file: Blob; events: number }> {
    const { format, signal, onProgress, onWait, load = loadPage } = options;
    const pieces: Blob[] = [];  // the browser may keep blobs on disk
    let events = 0;
    let nextPageId: string | null = null;
    do {
        const wanted: AuditQuery & { nextPageId?: string; limit: number } = { ...query, limit: kPage, ...(nextPageId !== null && { nextPageId }) };
        const page: AuditEvents = await patiently(() => load(wanted, { signal, onWait }), options);
        signal.throwIfAborted();
        pieces.push(new Blob([pageText(page.content, format, events === 0)]));
        events += page.content.length;
        onProgress(events);
        onWait(undefined);
        nextPageId = page.nextPageId;
    } while (nextPageId !== null);
    const [before, after] = format === "json" ? ["[", "\n]\n"] : ["", ""];
    return { file: new Blob([before, ...pieces, after], { type: kTypes[format] }), events };
}
