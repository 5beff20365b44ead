// The filter of the audit log: from the text in the URL to the query of the API.
import type { AuditAuthorType, AuditEntityType } from "../api/types";
import { valuesOf, type FilterValues } from "../parts/filter_text";

export const kAuthors: readonly AuditAuthorType[] = ["USER", "SUPPORT_USER", "SYSTEM", "CANDIDATE"];
export const kEntities: readonly AuditEntityType[] = [
    "USER", "CANDIDATE", "APPLICATION", "OFFER", "JOB", "COMPANY", "JOB_PROPERTY", "JOB_AD", "CREDENTIAL", "REPORT_FILE", "ONBOARDING_PROCESS", "HIRING_TEAM_ROLE",
    "WEBHOOK_SUBSCRIPTION", "REPORT", "HIRING_PROCESS", "REASON", "SOURCE", "CANDIDATE_PROPERTY", "OFFER_PROPERTY",
];

export interface AuditQuery {
    readonly eventDateAfter?: string;
    readonly eventDateBefore?: string;
    readonly eventName?: string[];
    readonly authorType?: AuditAuthorType[];
    readonly authorId?: string;
    readonly entityType?: AuditEntityType[];
    readonly entityId?: string;
}

const kBeginning = "1970-01-01T00:00:00.000Z";
const kHour = 3_600_000;

// "30d", "24h", "all", "2026-11-01" (the beginning of the day here) or a time as in the log.
export function timeOf(text: string, now: Date): string | undefined {
    if (text === "all") return kBeginning;
    const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
    if (count !== undefined) return new Date(now.getTime() - Number(count) * (unit === "h" ? 1 : 24) * kHour).toISOString();
    const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

const isId = (word: string) => /^[0-9a-f]{24}$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d{6,}$/i.test(word);

// Words are the id of an object, or the name of an event: "job created" is JOB_CREATED.
export function auditQuery(filter: FilterValues, now: Date): AuditQuery {
    const known = <T extends string>(name: string, all: readonly T[]) => valuesOf(filter, name).map((value) => value.toUpperCase()).filter((value): value is T => all.includes(value as T));
    const last = (name: string) => valuesOf(filter, name).at(-1);
    const words = filter.words.split(/\s+/).filter(Boolean);
    const name = words.filter((word) => !isId(word)).join("_").toUpperCase();
    const eventName = [...valuesOf(filter, "event").map((value) => value.toUpperCase()), ...(name === "" ? [] : [name])];
    const query = {
        eventDateAfter: timeOf(last("after") ?? "", now), eventDateBefore: timeOf(last("before") ?? "", now),
        eventName, authorType: known("author", kAuthors), authorId: last("by"), entityType: known("entity", kEntities), entityId: last("id") ?? words.find(isId),
    };
    return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value.length > 0));
}
