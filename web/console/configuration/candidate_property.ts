// Definitions of candidate properties, between the API and forms.
import type { CandidatePropertyAudience, CandidatePropertyContext, CandidatePropertyDefinition, CandidatePropertyDefinitionChange, CandidatePropertyDefinitionInput, CandidatePropertyType, CandidateTextFormat } from "../api/types";
import type { Option } from "../parts/Field";
import { configuration } from "./words";

const words = configuration.candidateProperty;

export const kPropertyTypes: readonly CandidatePropertyType[] = ["TEXT", "SINGLE_SELECT", "MULTI_SELECT", "BOOLEAN", "NUMBER", "PERCENT", "CURRENCY", "DATE", "COUNTRY", "REGION", "USER"];
const kAudiences: readonly CandidatePropertyAudience[] = ["ALL", "FULL_ACCESS"];
const kContexts: readonly CandidatePropertyContext[] = ["PROFILE", "OFFER_FORM", "HIRE_FORM", "OFFER_APPROVAL_FORM"];

const kTextFormats: readonly CandidateTextFormat[] = ["EMAIL", "PATTERN"];

export const textFormatOptions: readonly Option[] = kTextFormats.map((value) => ({ value, title: words.textFormats[value] }));
export const audienceOptions: readonly Option[] = kAudiences.map((value) => ({ value, title: words.audiences[value] }));
export const contextOptions: readonly Option[] = kContexts.map((value) => ({ value, title: words.contexts[value] }));

// Values are typed as names; their ids are generated.
export interface NewPropertyForm extends Omit<CandidatePropertyDefinitionInput, "values"> {
    readonly choices?: readonly string[];
}

type Typed = Pick<CandidatePropertyDefinitionChange, "textFormat" | "pattern"> & { readonly type?: CandidatePropertyType };

// Fields that only one type or format has. A form without a type is that of a text.
export const hasChoices = (body: unknown) => (body as Typed).type === "SINGLE_SELECT" || (body as Typed).type === "MULTI_SELECT";
export const hasFormat = (body: unknown) => ((body as Typed).type ?? "TEXT") === "TEXT";
export const hasPattern = (body: unknown) => hasFormat(body) && (body as Typed).textFormat === "PATTERN";

// Only a text has a format, and only that format a pattern.
function formatOf(type: CandidatePropertyType, { textFormat, pattern }: Pick<CandidatePropertyDefinitionChange, "textFormat" | "pattern">) {
    if (type !== "TEXT" || textFormat === undefined) return {};
    return { textFormat, ...(textFormat === "PATTERN" && pattern !== undefined && { pattern }) };
}

export function inputOf({ choices = [], availability, textFormat, pattern, ...form }: NewPropertyForm): CandidatePropertyDefinitionInput {
    return {
        ...form,
        ...formatOf(form.type, { ...(textFormat && { textFormat }), ...(pattern && { pattern }) }),
        availability: { ...availability, context: availability?.context ?? [] },
        ...(hasChoices(form) && { values: choices.map((label) => ({ label })) }),
    };
}

// The values are one field of the form of a new property.
export function placeInForm(path: string): string {
    return path.replace(/^\/values(?=\/|$)/, "/choices");
}

export function changeOf({ label, availability: { toUsers, context }, textFormat, pattern }: CandidatePropertyDefinition): CandidatePropertyDefinitionChange {
    return { label, availability: { toUsers, context }, ...(textFormat && { textFormat }), ...(pattern && { pattern }) };
}

export function changeBodyOf(type: CandidatePropertyType, { label, availability, ...format }: CandidatePropertyDefinitionChange): CandidatePropertyDefinitionChange {
    return { label, availability: { ...availability, context: availability?.context ?? [] }, ...formatOf(type, format) };
}
