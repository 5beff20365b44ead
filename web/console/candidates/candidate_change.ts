// How a candidate is edited: the body of the form, and the JSON merge patch (RFC 7396) that changes only what was typed.
import type { CandidateDetails, CandidateInput, CandidatePatch } from "../api/types";

export type Personal = Pick<CandidateInput, "firstName" | "lastName" | "email" | "phoneNumber" | "location" | "web">;

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
    return `${firstName} ${lastName}`.trim();
}

export function personalOf({ firstName, lastName, email, phoneNumber, location, web }: CandidateDetails): Personal {
    const { country: _, ...place } = location ?? {};  // derived from the code
    return {
        firstName, lastName, email, ...(phoneNumber !== undefined && { phoneNumber }),
        ...(location && { location: place }), ...(web && { web }),
    };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function members(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const patch: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const [old, next] = [before[name], after[name]];
        if (JSON.stringify(old) === JSON.stringify(next)) continue;
        patch[name] = next === undefined ? null : isObject(old) && isObject(next) ? members(old, next) : next;
    }
    return patch;
}

export function mergePatchOf(before: Personal, after: Personal): CandidatePatch {
    return members(before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>);
}

// The tags that are there now, with what changed between two lists of tags: those of others stay.
export function retagged(now: readonly string[], before: readonly string[], after: readonly string[]): string[] {
    const kept = now.filter((tag) => after.includes(tag) || !before.includes(tag));
    return [...kept, ...after.filter((tag) => !before.includes(tag) && !kept.includes(tag))];
}

// The form of a new candidate: the body, and what the form asks in one field.
export interface NewCandidateForm extends Omit<CandidateInput, "experience" | "education" | "sourceDetails"> {
    job?: { id?: string };
    source?: string;  // as sourceText
    current?: { title?: string; company?: string };
    school?: { institution?: string; degree?: string };
}
