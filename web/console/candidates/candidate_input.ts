// The body of a new candidate.
import type { CandidateInput } from "../api/types";
import { parseSource } from "./candidate_filter";
import type { NewCandidateForm } from "./candidate_change";

export function inputOf({ job: _, source, current, school, ...person }: NewCandidateForm): CandidateInput {
    const sourceDetails = parseSource(source);
    return {
        ...person,
        ...(current && { experience: [{ ...current, current: true }] }),
        ...(school && { education: [school] }),
        ...(sourceDetails && { sourceDetails }),
    };
}

// The field of the form of what is wrong in that body: /experience/0/title is /current/title.
export function placeInForm(path: string): string {
    return path.replace(/^\/experience\/0(?=\/|$)/, "/current").replace(/^\/education\/0(?=\/|$)/, "/school").replace(/^\/sourceDetails(?=\/|$)/, "/source");
}
