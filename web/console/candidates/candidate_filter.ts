// What the filter of the list means for GET /candidates.
import type { ApplicationStatus, ConsentStatus } from "../api/types";
import { valuesOf, type FilterValues } from "../parts/filter_text";

export const kStatuses: readonly ApplicationStatus[] = ["LEAD", "NEW", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED", "REJECTED", "WITHDRAWN", "TRANSFERRED"];
export const kConsents: readonly ConsentStatus[] = ["REQUIRED", "PENDING", "ACQUIRED"];
export const kFilterNames = ["status", "job", "tag", "source", "location", "rating", "consent", "updated"] as const;

// A source in one word: JOB_BOARD/FREE_JOB_BOARD/glassdoor.
export interface SourceParts {
    readonly sourceTypeId: string;
    readonly sourceSubTypeId: string;
    readonly sourceId: string;
}

export function sourceText({ sourceTypeId, sourceSubTypeId, sourceId }: SourceParts): string {
    return [sourceTypeId, sourceSubTypeId, sourceId].join("/");
}

export function parseSource(text: string | undefined): SourceParts | undefined {
    const [sourceTypeId, sourceSubTypeId, ...rest] = (text ?? "").split("/");
    const sourceId = rest.join("/");
    if (!sourceTypeId || !sourceSubTypeId || sourceId === "") return undefined;
    return { sourceTypeId, sourceSubTypeId, sourceId };
}

const kHour = 3_600_000;
const kUnits: Readonly<Record<string, number>> = { h: kHour, d: 24 * kHour, w: 7 * 24 * kHour };

// "7d", "24h", "2w" or a day; rounded down to the hour, so that the address stays the same while somebody types.
export function timeAfter(text: string, now: Date): string | undefined {
    const age = /^(\d{1,4})([hdw])$/.exec(text);
    if (age !== null) {
        const since = now.getTime() - Number(age[1]) * (kUnits[age[2] ?? ""] ?? 0);
        return new Date(Math.floor(since / kHour) * kHour).toISOString();
    }
    const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined;
    return day === undefined || Number.isNaN(day.getTime()) ? undefined : day.toISOString();
}

function known<T extends string>(filter: FilterValues, name: string, all: readonly T[]): T[] {
    return valuesOf(filter, name).map((value) => value.toUpperCase()).filter((value): value is T => all.includes(value as T));
}

// Values that the API would refuse are left out.
export function candidateQuery(filter: FilterValues, now: Date) {
    const sources = valuesOf(filter, "source").map(parseSource).filter((source) => source !== undefined);
    return {
        q: filter.words.slice(0, 1000),
        match: filter.words === "" ? undefined : ("prefix" as const),
        status: known(filter, "status", kStatuses),
        jobId: valuesOf(filter, "job"),
        tag: valuesOf(filter, "tag"),
        sourceType: sources.map((source) => source.sourceTypeId),
        sourceSubType: sources.map((source) => source.sourceSubTypeId),
        sourceValueId: sources.map((source) => source.sourceId),
        location: valuesOf(filter, "location"),
        averageRating: valuesOf(filter, "rating").map(Number).filter((stars) => Number.isInteger(stars) && stars >= 1 && stars <= 5),
        consentStatus: known(filter, "consent", kConsents),
        updatedAfter: valuesOf(filter, "updated").map((value) => timeAfter(value, now)).filter((time) => time !== undefined).sort().at(-1),
    };
}
