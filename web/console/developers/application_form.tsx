// What registering and editing an application have in common.
import type { Answer, Body } from "../api/address";
import type { Schema } from "../api/schema";
import type { FieldLayout } from "../parts/Field";
import { GroupedChoices, type ChoiceGroup } from "./GroupedChoices";
import { listed } from "./listed";
import { kScopeGroups, type Scope } from "./scopes";
import { developers as all } from "./words";

const words = all.applications;

export type OwnApplication = Answer<"/identity/applications/{clientId}">;
export type ApplicationInput = Body<"/identity/applications", "POST">;

export const schema: Schema = {
    type: "object",
    required: ["name", "redirectUris", "scopes"],
    properties: {
        name: { type: "string", minLength: 1, maxLength: 100 },
        redirectUris: { type: "array", minItems: 1, maxItems: 3, items: { type: "string" } },
        scopes: { type: "array", minItems: 1, items: { type: "string" } },
        confidential: { type: "boolean" },
    },
};

const scopeGroups: readonly ChoiceGroup[] = Object.entries(kScopeGroups).map(([key, scopes]) => ({
    key, title: all.scopeGroup[key as keyof typeof kScopeGroups], choices: scopes.map((scope: Scope) => ({ value: scope, title: all.scope[scope], detail: scope })),
}));

export function ScopeChoices({ values, onChange }: { values: unknown; onChange: (values: unknown) => void }) {
    return <GroupedChoices groups={scopeGroups} values={(values as string[] | undefined) ?? []} onChange={onChange} />;
}

export const layout: readonly FieldLayout[] = [
    { path: "/name", label: words.name, help: words.nameHelp },
    { path: "/redirectUris", label: words.redirectUris, kind: "tags", help: words.redirectHelp, placeholder: "https://", textOf: listed },
    { path: "/scopes", label: words.scopes, help: words.scopesHelp, textOf: listed, render: (value, onChange) => <ScopeChoices values={value} onChange={onChange} /> },
];
