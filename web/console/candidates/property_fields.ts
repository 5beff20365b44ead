// Properties of applications and of offers as fields of a form. In the form every property stands under its key; an
// amount of money has two fields.
import type { CandidatePropertyType, OfferPropertyType } from "../api/types";
import type { FieldLayout, Option } from "../parts/Field";
import type { PickerSource } from "../parts/Picker";
import { candidates as words } from "./words";

export type PropertyType = CandidatePropertyType | OfferPropertyType;
export type FormValue = string | number | readonly string[] | { code?: string; value?: number } | undefined;
export type PropertyForm = Record<string, FormValue>;

export const isList = (value: FormValue): value is readonly string[] => Array.isArray(value);

export interface FieldProperty {
    readonly key: string;
    readonly label: string;
    readonly type: PropertyType;
    readonly required?: boolean;  // an offer needs it to be sent; a draft does not
    readonly section?: string | undefined;  // a heading above it
    readonly options?: readonly Option[];  // of a select
}

export interface PropertyOptions {
    readonly countries: readonly Option[];
    readonly currencies: readonly Option[];
    readonly users: PickerSource;
}

const yesOrNo: readonly Option[] = [{ value: "true", title: words.properties.yes }, { value: "false", title: words.properties.no }];

export function fieldsOf(properties: readonly FieldProperty[], options: PropertyOptions): FieldLayout[] {
    return properties.flatMap(({ key, label, type, required = false, section, options: values }): FieldLayout[] => {
        const needed = required ? words.properties.needed : undefined;
        const helpOf = (text: string) => [text, needed].filter((part) => part !== undefined).join(" ");
        const common = { path: `/${key}`, label, half: true, ...(needed !== undefined && { help: needed }), ...(section !== undefined && { section }) };
        switch (type) {
            case "BOOLEAN": return [{ ...common, options: yesOrNo }];
            case "COUNTRY": return [{ ...common, options: options.countries }];
            case "USER": return [{ ...common, picker: options.users }];
            case "DATE": return [{ ...common, kind: "date" }];
            case "NUMBER": return [{ ...common, kind: "number" }];
            case "PERCENT": return [{ ...common, kind: "number", help: helpOf(words.properties.percent) }];
            case "REGION": return [{ ...common, kind: "text", help: helpOf(words.properties.region) }];
            case "SELECT":
            case "SINGLE_SELECT": return [values === undefined ? { ...common, kind: "text" } : { ...common, options: values }];
            case "MULTI_SELECT": return [{ ...common, half: false, kind: "choices", options: values ?? [], textOf: (value) => titlesOf(value, values) }];
            case "TEXT": return [{ ...common, kind: "longText", half: false }];
            case "CURRENCY": return [
                { ...common, path: `/${key}/value`, label: words.properties.amount(label), kind: "number" },
                { ...withoutSection(common), path: `/${key}/code`, label: words.properties.currency(label), options: options.currencies },
            ];
        }
    });
}

// The names of chosen values, in their order.
function titlesOf(value: unknown, options: readonly Option[] = []): string {
    return (value as readonly string[]).map((id) => options.find((option) => option.value === id)?.title ?? id).join(", ");
}

function withoutSection<T extends { section?: string }>({ section: _, ...field }: T): Omit<T, "section"> {
    return field;
}

function isEmpty(value: unknown): boolean {
    return value === undefined || value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

// The value of an application's property, from the API to the form and back.
export function toForm(type: PropertyType, value: unknown): FormValue {
    if (isEmpty(value)) return undefined;
    if (type === "BOOLEAN") return String(value);
    if (type === "DATE") return String(value).slice(0, 10);
    return value as FormValue;
}

export function fromForm(type: PropertyType, value: FormValue): unknown {
    if (isEmpty(value)) return undefined;
    if (type === "BOOLEAN") return value === "true";
    if (type === "DATE") return `${String(value).slice(0, 10)}T00:00:00.000Z`;
    return value;
}

// The same for an offer, whose properties are text: "52000 USD", "2027-02-01", "true".
export function textToForm(type: PropertyType, text: string | undefined): FormValue {
    if (text === undefined || text === "") return undefined;
    if (type === "CURRENCY") {
        const money = parseMoney(text);
        return money === undefined ? { code: text } : { value: money.amount, ...(money.currency !== undefined && { code: money.currency }) };
    }
    if (type === "NUMBER" || type === "PERCENT") return Number.isNaN(Number(text)) ? undefined : Number(text);
    return text;
}

export function formToText(type: PropertyType, value: FormValue): string | undefined {
    if (isEmpty(value)) return undefined;
    if (type === "CURRENCY" && typeof value === "object" && !isList(value)) {
        if (value.value === undefined && /^[A-Z]{3}$/.test(value.code ?? "")) return undefined;  // a currency without an amount
        return [value.value, value.code].filter((part) => part !== undefined).join(" ");
    }
    return String(value);
}

export interface MoneyValue {
    readonly amount: number;
    readonly currency: string | undefined;
}

export function parseMoney(text: string): MoneyValue | undefined {
    const found = /^\s*(-?\d+(?:\.\d+)?)(?:\s+([A-Za-z]{3}))?\s*$/.exec(text);
    return found === null ? undefined : { amount: Number(found[1]), currency: found[2]?.toUpperCase() };
}
