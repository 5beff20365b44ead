// How a job is edited: the body of a form, the JSON Patch that changes only what was typed, and what others changed
// in the meantime.
import type { JobDetails, JobInput, JsonPatch } from "../api/types";
import { inputsOf } from "./job_properties";

const idOf = (term: { id: string } | undefined) => (term === undefined ? undefined : { id: term.id });

// Without members that are undefined, as JSON would have it.
function compact<T extends object>(value: T): T {
    return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

export function inputOf(job: JobDetails): JobInput {
    const { country: _, ...location } = job.location;  // derived from the code
    return compact({
        title: job.title,
        refNumber: job.refNumber,
        targetHiringDate: job.targetHiringDate,
        department: idOf(job.department),
        industry: { id: job.industry.id },
        function: { id: job.function.id },
        experienceLevel: { id: job.experienceLevel.id },
        typeOfEmployment: idOf(job.typeOfEmployment),
        eeoCategory: idOf(job.eeoCategory),
        location,
        compensation: job.compensation,
        properties: inputsOf(job.properties),
        accessGroups: (job.accessGroups ?? []).map(({ id }) => ({ id })),
        jobAd: { sections: job.jobAd.sections, language: { code: job.jobAd.language.code } },
    }) as JobInput;
}

// A day from a date field as the API takes it.
export function timeOfDay(day: string | undefined): string | undefined {
    return day === undefined || day.includes("T") ? day : `${day}T00:00:00.000Z`;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function same(one: unknown, other: unknown): boolean {
    return JSON.stringify(one) === JSON.stringify(other);
}

export interface Difference {
    readonly path: string;  // JSON pointer
    readonly before: unknown;
    readonly after: unknown;
}

// The members that differ, as deep as both are objects.
export function differencesOf(before: unknown, after: unknown, path = ""): Difference[] {
    if (!isObject(before) || !isObject(after)) return same(before, after) ? [] : [{ path, before, after }];
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => differencesOf(before[name], after[name], `${path}/${name}`));
}

// Members of the job that do not exist are null in the document of a patch. Each change tests what it replaces: a job
// that was changed meanwhile refuses the patch (409).
export function patchOf<T>(before: T, after: T): JsonPatch {
    return differencesOf(before, after).flatMap((change): JsonPatch => [
        ...testsOf(change.path, change.before),
        { op: "replace", path: change.path, value: change.after ?? null },
    ]);
}

function testsOf(path: string, value: unknown): JsonPatch {
    if (!isObject(value)) return [{ op: "test", path, value: value ?? null }];
    return Object.entries(value).flatMap(([name, member]) => testsOf(`${path}/${name}`, member));
}

// My changes on top of what is there now: fields that I did not touch keep what others wrote.
export function rebased<T>(before: T, mine: T, theirs: T): T {
    if (!isObject(before) || !isObject(mine) || !isObject(theirs)) return same(before, mine) ? theirs : mine;
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    const merged: Record<string, unknown> = {};
    for (const name of names) {
        const member = rebased(before[name], mine[name], theirs[name]);
        if (member !== undefined) merged[name] = member;
    }
    return merged as T;
}
