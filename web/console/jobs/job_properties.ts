// The company's own fields of a job, between the API and forms.
import type { JobPropertyDefinition, JobPropertyInput, JobPropertyOfJob } from "../api/types";

export function inputsOf(properties: readonly JobPropertyOfJob[] | undefined): JobPropertyInput[] {
    return (properties ?? []).map(({ id, value }) => ({ id, value: value.id === undefined ? { label: value.label } : { id: value.id } }));
}

// The id of a value of a list, or a text.
export function valueOf(inputs: readonly JobPropertyInput[], id: string): string | undefined {
    const value = inputs.find((input) => input.id === id)?.value;
    return value?.id ?? value?.label;
}

// All properties that depend on this one, also over others.
export function descendantsOf(id: string, all: readonly JobPropertyDefinition[]): Set<string> {
    const found = new Set<string>();
    const visit = (parent: string) => {
        for (const one of all) {
            if (one.dependsOn !== parent || found.has(one.id)) continue;
            found.add(one.id);
            visit(one.id);
        }
    };
    visit(id);
    return found;
}

// With another value, or none; values of dependents are no longer certain and are removed. In the order of the definitions.
export function withValue(inputs: readonly JobPropertyInput[], property: JobPropertyDefinition, value: string | undefined, all: readonly JobPropertyDefinition[]): JobPropertyInput[] {
    const cleared = descendantsOf(property.id, all);
    const rest = inputs.filter((input) => input.id !== property.id && !cleared.has(input.id));
    if (value !== undefined && value !== "") rest.push({ id: property.id, value: property.type === "TEXT" ? { label: value } : { id: value } });
    const placeOf = (id: string) => all.findIndex((one) => one.id === id);
    return rest.sort((one, other) => placeOf(one.id) - placeOf(other.id));
}

// My values on top of those that are there now, one by one.
export function rebasedProperties(before: readonly JobPropertyInput[], mine: readonly JobPropertyInput[], theirs: readonly JobPropertyInput[]): JobPropertyInput[] {
    const ids = new Set([...theirs, ...mine].map((input) => input.id));
    return [...ids].flatMap((id) => {
        const changed = valueOf(before, id) !== valueOf(mine, id);
        return (changed ? mine : theirs).filter((input) => input.id === id);
    });
}

export function propertiesText(value: unknown, all: readonly JobPropertyDefinition[]): string {
    return ((value as JobPropertyInput[] | undefined) ?? []).map((input) => `${all.find((one) => one.id === input.id)?.label ?? input.id}: ${input.value.id ?? input.value.label ?? ""}`).join(", ");
}
