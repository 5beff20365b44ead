// The fields of a job and of its ads, with the values that the dictionaries of the API allow.
import { createElement } from "preact";
import { at, type Address } from "../api/address";
import { useResource } from "../api/cache";
import type { JobPropertyInput, Reference } from "../api/types";
import { Choices, type FieldLayout, type Option } from "../parts/Field";
import { getAt } from "../parts/pointer";
import { me } from "../session";
import { groupsText, offeredGroups } from "./access_groups";
import { employmentOptions } from "./employment";
import { propertiesText } from "./job_properties";
import { PropertyFields } from "./PropertyFields";
import { jobs as words } from "./words";

type DictionaryPath = "/v1/industries" | "/v1/functions" | "/v1/levels" | "/v1/eeoCategories" | "/v1/languages" | "/v1/countries" | "/v1/currencies";

export function useDictionary(path: DictionaryPath): readonly Option[] {
    const found = useResource(at(path, { limit: 1000 }) as Address<"/v1/industries">);
    return (found.data?.content ?? []).map(({ id, label }) => ({ value: id, title: label }));
}

const kSections = ["companyDescription", "jobDescription", "qualifications", "additionalInformation"] as const;
export type SectionName = (typeof kSections)[number];
export const sectionNames: readonly SectionName[] = kSections;

export function sectionFields(parent: string): FieldLayout[] {
    return kSections.map((name) => ({ path: `${parent}/${name}/text`, label: words.section[name], kind: "longText", help: words.form.html }));
}

export function useLocationFields(parent: string): FieldLayout[] {
    const countries = useDictionary("/v1/countries");
    return [
        { path: `${parent}/countryCode`, label: words.form.country, options: countries, half: true },
        { path: `${parent}/city`, label: words.form.city, half: true },
        { path: `${parent}/region`, label: words.form.region, half: true },
        { path: `${parent}/postalCode`, label: words.form.postalCode, half: true },
        { path: `${parent}/address`, label: words.form.address, kind: "text" },
        { path: `${parent}/remote`, label: words.form.remote },
        { path: `${parent}/hybrid`, label: words.form.hybrid },
        { path: `${parent}/hybridDescription`, label: words.form.hybridDescription, help: words.form.hybridHelp, kind: "text" },
    ];
}

// All properties of the company are one part of the form: what one can have may depend on another.
function usePropertyPart(): FieldLayout[] {
    const definitions = useResource(at("/configuration/job-properties")).data?.content ?? [];
    if (definitions.length === 0) return [];
    return [{
        path: "/properties", label: words.properties.title, plain: true, textOf: (value) => propertiesText(value, definitions),
        render: (value, onChange) => createElement(PropertyFields, { values: (value as JobPropertyInput[] | undefined) ?? [], onChange }),
    }];
}

function useEmploymentField(): FieldLayout {
    const rules = useResource(at("/configuration/types-of-employment")).data?.content ?? [];
    return {
        path: "/typeOfEmployment/id", label: words.form.typeOfEmployment, half: true, options: rules.map(({ id, label }) => ({ value: id, title: label })),
        optionsFor: (body) => employmentOptions(rules, getAt(body, "/location/countryCode") as string | undefined, getAt(body, "/typeOfEmployment/id") as string | undefined),
    };
}

// Who sees the job. `kept` are the groups that it has.
function useGroupPart(kept: readonly Reference[]): FieldLayout[] {
    const groups = useResource(at("/configuration/access-groups")).data?.content ?? [];
    const offered = offeredGroups(groups, me.value, kept);
    if (offered.length === 0) return [];
    const options = offered.map(({ id, name }) => ({ value: id, title: name }));
    return [{
        path: "/accessGroups", label: words.form.accessGroups, help: words.form.accessGroupsHelp, plain: true, textOf: (value) => groupsText(value, groups),
        render: (value, onChange) => createElement(Choices, {
            options, label: words.form.accessGroups, values: ((value as Reference[] | undefined) ?? []).map(({ id }) => id), onChange: (ids: string[]) => onChange(ids.map((id) => ({ id }))),
        }),
    }];
}

export function useJobLayout(kept: readonly Reference[] = []): FieldLayout[] {
    const properties = usePropertyPart();
    const groups = useGroupPart(kept);
    const departments = useResource(at("/configuration/departments"));
    const industries = useDictionary("/v1/industries");
    const functions = useDictionary("/v1/functions");
    const levels = useDictionary("/v1/levels");
    const employment = useEmploymentField();
    const categories = useDictionary("/v1/eeoCategories");
    const currencies = useDictionary("/v1/currencies");
    const languages = useDictionary("/v1/languages");
    const location = useLocationFields("/location");
    return [
        { path: "/title", label: words.form.title },
        { path: "/refNumber", label: words.form.refNumber, help: words.form.refNumberHelp, half: true },
        { path: "/department/id", label: words.form.department, options: (departments.data?.content ?? []).map(({ id, label }) => ({ value: id, title: label })), half: true },
        ...location,
        { path: "/industry/id", label: words.form.industry, options: industries, half: true },
        { path: "/function/id", label: words.form.function, options: functions, half: true },
        { path: "/experienceLevel/id", label: words.form.experienceLevel, options: levels, half: true },
        employment,
        { path: "/eeoCategory/id", label: words.form.eeoCategory, options: categories, half: true },
        { path: "/compensation/min", label: words.form.min, half: true },
        { path: "/compensation/max", label: words.form.max, half: true },
        { path: "/compensation/currency", label: words.form.currency, options: currencies.map(({ value, title }) => ({ value, title: `${value} – ${title}` })), half: true },
        { path: "/targetHiringDate", label: words.form.targetHiringDate, kind: "date", half: true },
        ...groups,
        ...properties,
        { path: "/jobAd/language/code", label: words.form.language, kind: "language", options: languages, half: true },
        ...sectionFields("/jobAd/sections"),
    ];
}
