// Which properties of an application were changed, by me and by others.
import type { CandidateProperty, CandidatePropertyInput } from "../api/types";
import { fromForm, toForm, type PropertyForm } from "./property_fields";

export function formOf(properties: readonly CandidateProperty[]): PropertyForm {
    return Object.fromEntries(properties.flatMap(({ key, type, value }) => {
        const shown = toForm(type, value);
        return shown === undefined ? [] : [[key, shown]];
    }));
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

// Only what differs is sent; without `value` a property is cleared.
export function changedProperties(properties: readonly CandidateProperty[], before: PropertyForm, typed: PropertyForm): CandidatePropertyInput[] {
    return properties.filter(({ key }) => !same(before[key], typed[key])).map(({ id, key, type }) => {
        const value = fromForm(type, typed[key]);
        return { id, ...(value !== undefined && { value }) };
    });
}

// The field of the form of what is wrong in a body of these changes: /1/value is /salary.
export function placeInForm(path: string, properties: readonly CandidateProperty[], changes: readonly CandidatePropertyInput[]): string {
    const [, index, , ...inside] = path.split("/");
    const change = index === undefined ? undefined : changes[Number(index)];
    const key = properties.find(({ id }) => id === change?.id)?.key;
    return key === undefined ? path : [`/${key}`, ...inside].join("/");
}

// Whether a property that I changed has meanwhile been changed by somebody else to something else.
export function collides(before: PropertyForm, now: PropertyForm, typed: PropertyForm): boolean {
    return Object.keys({ ...before, ...now, ...typed }).some((key) => !same(before[key], typed[key]) && !same(before[key], now[key]) && !same(now[key], typed[key]));
}
