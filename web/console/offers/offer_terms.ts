// The terms of an offer: text by key in the API, typed fields in the form.
import type { OfferProperties, OfferProperty, TextMap, TextMapPatch } from "../api/types";
import type { Option } from "../parts/Field";
import { formToText, textToForm, type PropertyForm } from "../candidates/property_fields";

// The first property of a category has its name as a heading.
export type ShownProperty = OfferProperty & { readonly section?: string; readonly options?: readonly Option[] };

// What is still missing before the offer can be sent.
export function missingTerms(known: OfferProperties, terms: TextMap): string[] {
    return known.categories.flatMap((category) => category.properties).filter(({ key, required }) => required && (terms[key] ?? "") === "").map((property) => property.label);
}

// All properties, and for terms of an offer that are no longer among them a field of text.
export function propertiesOf(known: OfferProperties | undefined, terms: TextMap = {}): ShownProperty[] {
    const properties = (known?.categories ?? []).flatMap((category): ShownProperty[] => category.properties.map((property, index) => ({ ...property, ...(index === 0 && { section: category.id }), ...optionsOf(property, terms[property.key]) })));
    const others = Object.keys(terms).filter((key) => !properties.some((property) => property.key === key));
    return [...properties, ...others.map((key): OfferProperty => ({ key, label: key, required: false, type: "TEXT" }))];
}

// The values of a selection, and what the offer has: it may no longer be one of them.
function optionsOf({ values }: OfferProperty, chosen: string | undefined): { options?: readonly Option[] } {
    if (values === undefined) return {};
    const all = chosen === undefined || chosen === "" || values.includes(chosen) ? values : [...values, chosen];
    return { options: all.map((value) => ({ value, title: value })) };
}

export function formOf(properties: readonly OfferProperty[], terms: TextMap): PropertyForm {
    return Object.fromEntries(properties.flatMap(({ key, type }) => {
        const value = textToForm(type, terms[key]);
        return value === undefined ? [] : [[key, value]];
    }));
}

export function termsOf(properties: readonly OfferProperty[], form: PropertyForm): TextMap {
    return Object.fromEntries(properties.flatMap(({ key, type }) => {
        const text = formToText(type, form[key]);
        return text === undefined ? [] : [[key, text]];
    }));
}

// The place in the form of what is wrong in a body: /properties/salary is /salary there.
export function placeInForm(path: string): string {
    return path.replace(/^\/properties(?=\/)/, "");
}

// Only what was changed; null clears a term.
export function termsPatch(before: TextMap, after: TextMap): TextMapPatch {
    const patch: TextMapPatch = {};
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (before[key] !== after[key]) patch[key] = after[key] ?? null;
    }
    return patch;
}
