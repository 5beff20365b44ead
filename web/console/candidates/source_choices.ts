// Sources as choices of a picker. Their value is "type/subtype/id".
import type { SourceType, SourceValue } from "../api/types";
import type { PickerChoice } from "../parts/Picker";
import { sourceText } from "./candidate_filter";

export const kReferrals = "REFERRALS";  // its sources are the users
export const kPageSize = 100;

// Of the pages after the first one.
export function laterOffsets(totalFound: number | undefined): number[] {
    const pages = Math.ceil((totalFound ?? 0) / kPageSize);
    return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => (index + 1) * kPageSize);
}

// Labels of referrals say by themselves what they are.
export function sourceChoice(type: Pick<SourceType, "id" | "label">, { id, label, sourceSubType }: Pick<SourceValue, "id" | "label" | "sourceSubType">): PickerChoice {
    return { value: sourceText({ sourceTypeId: type.id, sourceSubTypeId: sourceSubType.id, sourceId: id }), title: type.id === kReferrals ? label : `${type.label}: ${label}` };
}

// Those whose titles have all words of the text.
export function matching(choices: readonly PickerChoice[], text: string): PickerChoice[] {
    const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    return choices.filter(({ title }) => words.every((word) => title.toLocaleLowerCase().includes(word)));
}
