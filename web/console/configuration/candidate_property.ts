// Definitions of candidate properties, between the API and forms.
import type { CandidatePropertyAudience, CandidatePropertyContext, CandidatePropertyDefinition, CandidatePropertyDefinitionChange, CandidatePropertyDefinitionInput, CandidatePropertyType } from "../api/types";
import type { Option } from "../parts/Field";
import { configuration } from "./words";

const words = configuration.candidateProperty;

export const kPropertyTypes: readonly CandidatePropertyType[] = ["TEXT", "SINGLE_SELECT", "BOOLEAN", "NUMBER", "PERCENT", "CURRENCY", "DATE", "COUNTRY", "REGION", "USER"];
const kAudiences: readonly CandidatePropertyAudience[] = ["ALL", "FULL_ACCESS"];
const kContexts: readonly CandidatePropertyContext[] = ["PROFILE", "OFFER_FORM", "HIRE_FORM", "OFFER_APPROVAL_FORM"];

export const audienceOptions: readonly Option[] = kAudiences.map((value) => ({ value, title: words.audiences[value] }));
export const contextOptions: readonly Option[] = kContexts.map((value) => ({ value, title: words.contexts[value] }));

// Values are typed as names; their ids are generated.
export interface NewPropertyForm extends Omit<CandidatePropertyDefinitionInput, "values"> {
    readonly choices?: readonly string[];
}

export function inputOf({ choices = [], availability, ...form }: NewPropertyForm): CandidatePropertyDefinitionInput {
    return {
        ...form,
        availability: { ...availability, context: availability?.context ?? [] },
        ...(form.type === "SINGLE_SELECT" && { values: choices.map((label) => ({ label })) }),
    };
}

export function changeOf({ label, availability: { toUsers, context } }: CandidatePropertyDefinition): CandidatePropertyDefinitionChange {
    return { label, availability: { toUsers, context } };
}
