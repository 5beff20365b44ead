// Application forms: new questions, conditions, and what is missing before a form is saved.
import type { ApplicationForm, FormChoice, FormCondition, FormField, FormFieldType, FormQuestion } from "../api/types";
import { configuration } from "./words";

const words = configuration.form;

export const kFieldTypes: readonly FormFieldType[] = ["INPUT_TEXT", "TEXTAREA", "RADIO", "SINGLE_SELECT", "CHECKBOX", "MULTI_SELECT", "INFORMATION"];

export function hasChoices(type: FormFieldType): boolean {
    return type !== "INPUT_TEXT" && type !== "TEXTAREA" && type !== "INFORMATION";
}

// "Ja, gern!" becomes ja-gern; with a number if another one has it.
export function newId(label: string, taken: readonly string[]): string {
    const base = label.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "value";
    let id = base;
    for (let number = 2; taken.includes(id); ++number) id = `${base}-${number}`;
    return id;
}

export function newQuestion(id: string): FormQuestion {
    return { id, label: "", fields: [newField([])] };
}

export function newField(others: readonly FormField[]): FormField {
    return { id: newId("value", others.map((field) => field.id)), label: "", type: "INPUT_TEXT" };
}

export function newChoice(label: string, others: readonly FormChoice[]): FormChoice {
    return { id: newId(label, others.map((choice) => choice.id)), label };
}

export interface ConditionSource {
    readonly question: FormQuestion;
    readonly field: FormField;
}

// Fields with choices of the questions before, which a condition can name.
export function conditionSources(earlier: readonly FormQuestion[]): ConditionSource[] {
    return earlier.flatMap((question) => question.fields.filter((field) => hasChoices(field.type)).map((field) => ({ question, field })));
}

function sourceOf(condition: FormCondition, earlier: readonly FormQuestion[]): ConditionSource | undefined {
    return conditionSources(earlier).find(({ question, field }) => question.id === condition.questionId && field.id === condition.fieldId);
}

// The order of questions, or the choices of another one, have made the condition impossible.
export function isBroken({ condition }: FormQuestion, earlier: readonly FormQuestion[]): boolean {
    if (condition === undefined) return false;
    const source = sourceOf(condition, earlier);
    return source === undefined || condition.valueIds.some((id) => !source.field.values?.some((choice) => choice.id === id));
}

export function conditionText({ condition }: FormQuestion, earlier: readonly FormQuestion[]): string | undefined {
    const source = condition && sourceOf(condition, earlier);
    if (condition === undefined || source === undefined) return undefined;
    const chosen = (source.field.values ?? []).filter((choice) => condition.valueIds.includes(choice.id));
    return words.asksIf(source.question.name ?? source.question.label, chosen.map((choice) => choice.label).join(", "));
}

// What is missing before a question can be kept.
export function faultOf(question: FormQuestion): string | undefined {
    if (question.label.trim() === "" || question.fields.length === 0) return words.empty;
    if (question.fields.some((field) => hasChoices(field.type) && (field.values ?? []).length === 0)) return words.noChoices;
    return question.fields.some((field) => (field.values ?? []).some((choice) => choice.label.trim() === "")) ? words.empty : undefined;
}

// As the API takes it: no empty members, choices only where something is chosen, and a label for every field.
export function tidied(question: FormQuestion): FormQuestion {
    const { name, translations, condition, repeatable, ...rest } = question;
    return {
        ...rest,
        ...(name !== undefined && name.trim() !== "" && { name: name.trim() }),
        ...textsOf(translations),
        ...(repeatable === true && { repeatable }),
        ...(condition !== undefined && condition.valueIds.length > 0 && { condition }),
        fields: question.fields.map((field) => tidiedField(field, question.label)),
    };
}

function tidiedField({ translations, values, required, complianceType, ...field }: FormField, label: string): FormField {
    return {
        ...field,
        label: field.label.trim() === "" ? label : field.label,
        ...textsOf(translations),
        ...(required === true && field.type !== "INFORMATION" && { required }),
        ...(complianceType !== undefined && { complianceType }),
        ...(hasChoices(field.type) && { values: (values ?? []).map(({ translations: others, ...choice }) => ({ ...choice, ...textsOf(others) })) }),
    };
}

function textsOf(translations: Record<string, string> | undefined): { translations?: Record<string, string> } {
    const texts = Object.entries(translations ?? {}).filter(([, text]) => text.trim() !== "");
    return texts.length === 0 ? {} : { translations: Object.fromEntries(texts) };
}

// The number of a question and the message, for a fault inside of the list.
export function describedFault(path: string, message: string): string {
    const index = /^\/questions\/(\d+)/.exec(path)?.[1];
    return index === undefined ? message : words.faultIn(Number(index) + 1, message);
}

export function questionsText(value: unknown): string {
    return ((value as ApplicationForm["questions"]) ?? []).map((question) => question.name ?? question.label).join(" → ");
}
