// What creating and editing a subscription have in common.
import { useMemo } from "preact/hooks";
import { at } from "../api/address";
import { useResource, type Resource } from "../api/cache";
import type { CallbackAuthentication, WebhookEvent } from "../api/types";
import type { FieldLayout } from "../parts/Field";
import { AuthenticationFields } from "./AuthenticationFields";
import { groupEvents } from "./event_groups";
import { GroupedChoices, type ChoiceGroup } from "./GroupedChoices";
import { listed } from "./listed";
import { developers } from "./words";

const words = developers.webhooks;

export function useEvents(): Resource<WebhookEvent[]> {
    return useResource(at("/webhooks-api/v201907/events"));
}

export function eventGroups(events: readonly WebhookEvent[]): ChoiceGroup[] {
    return groupEvents(events).map(({ family, events: members }) => ({
        key: family, title: words.family[family] ?? family, choices: members.map(({ name, description }) => ({ value: name, title: name, detail: description })),
    }));
}

export function useWebhookLayout(events: readonly WebhookEvent[], keeps: boolean): FieldLayout[] {
    const groups = useMemo(() => eventGroups(events), [events]);
    return [
        { path: "/callbackUrl", label: words.url, kind: "url", help: words.urlHelp, placeholder: "https://" },
        { path: "/events", label: words.events, help: words.eventsHelp, textOf: listed, render: (value, onChange) => <GroupedChoices groups={groups} values={(value as string[] | undefined) ?? []} onChange={onChange} /> },
        { path: "/alertingEmailAddress", label: words.alerting, kind: "email", help: keeps ? words.alertingKeep : words.alertingHelp },
        {
            path: "/callbackAuthentication", label: words.authentication, help: words.authenticationHelp,
            render: (value, onChange) => <AuthenticationFields value={value as CallbackAuthentication | null | undefined} keeps={keeps} onChange={onChange} />,
        },
    ];
}
