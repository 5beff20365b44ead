import { useRef } from "preact/hooks";
import { at } from "../api/address";
import { useResource, useResources } from "../api/cache";
import { send } from "../api/client";
import type { CandidateProperty, CandidatePropertyInput } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { may } from "../session";
import { ApplicationChoice } from "./ApplicationChoice";
import { changesOf, type ApplicationRef } from "./application_moves";
import { usePropertyOptions } from "./dictionaries";
import { useSelected, type TabProps } from "./Profile";
import { changedProperties, collides, formOf, placeInForm } from "./property_change";
import { fieldsOf, isList, type FieldProperty, type FormValue, type PropertyForm } from "./property_fields";
import { candidates } from "./words";

const words = candidates.properties;

export function Properties({ candidate }: TabProps) {
    const { selected } = useSelected(candidate);
    if (selected === undefined) return <p class="quiet">{words.noApplication}</p>;
    return (
        <>
            <ApplicationChoice candidate={candidate} />
            <OfApplication key={selected.job.id} application={selected} />
        </>
    );
}

const kProperties = "/candidates/{candidateId}/jobs/{jobId}/properties";

function addressOf({ candidateId, job }: ApplicationRef) {
    return at(kProperties, { candidateId, jobId: job.id });
}

function readAddressOf({ candidateId, job }: ApplicationRef) {
    return at(kProperties, { candidateId, jobId: job.id, includeMultiSelect: true });
}

function OfApplication({ application }: { application: ApplicationRef }) {
    const properties = useResource(readAddressOf(application));
    return (
        <Loaded resource={properties} lines={8}>
            {({ content }) => (content.length === 0 ? <p class="quiet">{words.none}</p> : may("changeJobs") ? <PropertyEditor application={application} opened={content} /> : <Facts properties={content} />)}
        </Loaded>
    );
}

function textOf(value: FormValue): string {
    if (value === undefined) return candidates.none;
    if (isList(value)) return value.join(", ");
    return typeof value !== "object" ? String(value) : `${value.value ?? ""} ${value.code ?? ""}`;
}

function Facts({ properties }: { properties: readonly CandidateProperty[] }) {
    const form = formOf(properties);
    return (
        <dl class="facts">
            {properties.map(({ key, label, selectedValueLabels }) => {
                const selected = selectedValueLabels?.map((value) => value.label).join(", ");
                return <div key={key}><dt><Text>{label}</Text></dt><dd><Text>{selected ?? textOf(form[key])}</Text></dd></div>;
            })}
        </dl>
    );
}

// Properties with the values that a select allows.
function useChoices(properties: readonly CandidateProperty[]): FieldProperty[] {
    const selects = properties.filter(({ type }) => type === "SINGLE_SELECT" || type === "MULTI_SELECT");
    const values = useResources(selects.map(({ id }) => at("/configuration/candidate-properties/{propertyId}/values", { propertyId: id })));
    return properties.map(({ id, key, label, type, selectedValueLabels }) => {
        const index = selects.findIndex((select) => select.id === id);
        if (index < 0) return { key, label, type };
        const allowed = values[index]?.data?.content ?? [];
        // Chosen values that can no longer be chosen can be taken away.
        const chosen = type === "MULTI_SELECT" ? (selectedValueLabels ?? []).filter((one) => !allowed.some(({ id: known }) => known === one.id)) : [];
        return { key, label, type, options: [...allowed, ...chosen].map((term) => ({ value: term.id, title: term.label })) };
    });
}

function PropertyEditor({ application, opened }: { application: ApplicationRef; opened: readonly CandidateProperty[] }) {
    const address = addressOf(application);
    const sent = useRef<readonly CandidatePropertyInput[]>([]);
    const layout = fieldsOf(useChoices(opened), usePropertyOptions());
    const editing = useComparing<typeof kProperties, PropertyForm>({
        address: readAddressOf(application), opened: { content: [...opened] }, formOf: (now) => formOf(now?.content ?? opened), conflicts: collides,
        write: async (form, now) => {
            const changes = changedProperties(opened, now, form);
            sent.current = changes;
            if (changes.length > 0) await send("PUT", address, changes, { changes: changesOf(application) });
            toast(changes.length > 0 ? words.saved : words.nothingChanged);
            return form;
        },
    });
    return (
        <Form<PropertyForm> layout={layout} value={editing.value} onSubmit={editing.save} onTheirs={editing.onTheirs} placeOf={(path) => placeInForm(path, opened, sent.current)}
            request={(typed) => ({ method: "PUT", url: address, body: changedProperties(opened, editing.before, typed) })}
            differences={(now, typed) => <Differences layout={layout} before={editing.before} theirs={now as PropertyForm} mine={typed} />} />
    );
}
