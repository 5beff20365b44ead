// Definitions of job properties.
import { at } from "../api/address";
import { nextPage } from "../api/cache";
import type { Loaded } from "../api/client";
import type { JobPropertyCategory, JobPropertyDefinition, JobPropertyDefinitionInput, JobPropertyListValues } from "../api/types";
import type { Option } from "../parts/Field";
import { configuration } from "./words";

export const propertiesAddress = at("/configuration/job-properties");

const kCategories: readonly JobPropertyCategory[] = ["job", "organization"];
export const categoryOptions: readonly Option[] = kCategories.map((value) => ({ value, title: configuration.jobProperty.categories[value] }));

export type PropertyForm = Pick<JobPropertyDefinitionInput, "label" | "category" | "visible" | "required">;

export function formOf({ label, category, visible, required }: JobPropertyDefinition): PropertyForm {
    return { label, category, visible, required };
}

// Properties that may become dependents: lists that depend on nothing, and that this one does not depend on itself.
export function possibleDependents(property: JobPropertyDefinition, all: readonly JobPropertyDefinition[]): JobPropertyDefinition[] {
    const above = new Set([property.id]);
    for (let parent = property.dependsOn; parent !== undefined && !above.has(parent);) {
        above.add(parent);
        parent = all.find((one) => one.id === parent)?.dependsOn;
    }
    return all.filter((one) => one.type === "SINGLE_SELECT" && one.dependsOn === undefined && !above.has(one.id));
}

// The label of a value in a list that is read page by page: the API has no operation for one value. Empty if it is gone.
export async function labelInPages(first: string, valueId: string, load: (url: string) => Promise<Loaded>): Promise<string> {
    for (let url: string | undefined = first; url !== undefined;) {
        const page: Loaded = await load(url);
        const found = (page.data as JobPropertyListValues).content.find(({ id }) => id === valueId);
        if (found !== undefined) return found.label;
        url = nextPage(url, page);
    }
    return "";
}
