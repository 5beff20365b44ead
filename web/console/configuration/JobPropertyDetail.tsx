import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch } from "../api/cache";
import { read, send } from "../api/client";
import { JobPropertyDefinitionInput as schema } from "../api/schemas";
import type { JobPropertyDefinition } from "../api/types";
import { Differences } from "../jobs/Differences";
import { patchOf } from "../jobs/job_change";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { href } from "../router";
import { may } from "../session";
import { jobProperties } from "../settings/routes";
import { Dependents } from "./Dependents";
import { categoryOptions, formOf, propertiesAddress, type PropertyForm } from "./job_property";
import { PropertyValues } from "./PropertyValues";
import { TranslateDialog } from "./TranslateDialog";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.jobProperty;
const changes = [{ prefix: propertiesAddress }];

const layout: readonly FieldLayout[] = [
    { path: "/label", label: words.label },
    { path: "/category", label: words.category, options: categoryOptions },
    { path: "/visible", label: words.visible },
    { path: "/required", label: words.required },
];

function activationAddress(property: JobPropertyDefinition) {
    return at("/configuration/job-properties/{jobPropertyId}/activation", { jobPropertyId: property.id });
}

async function setActive(property: JobPropertyDefinition, active: boolean): Promise<void> {
    const takeBack = patch(propertiesAddress, (data) => ({ ...data, content: data.content.map((one) => (one.id === property.id ? { ...one, active } : one)) }));
    try {
        await send(active ? "PUT" : "DELETE", activationAddress(property), undefined, { changes });
        toast(active ? words.activated(property.label) : words.deactivated(property.label), { undo: () => void setActive(property, !active) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

export function JobPropertyDetail({ property, all }: { property: JobPropertyDefinition; all: readonly JobPropertyDefinition[] }) {
    const [translating, setTranslating] = useState(false);
    const mayChange = may("changeConfiguration");
    const parent = all.find((one) => one.id === property.dependsOn);
    return (
        <article>
            <header class="screen-head"><h2><Text>{property.label}</Text></h2><Badge tone={property.active ? "good" : "neutral"}>{property.active ? words.active : words.inactive}</Badge></header>
            {!property.active && <p class="quiet">{words.inactiveText}</p>}
            {mayChange && (
                <div class="buttons">
                    <Button small onClick={() => void setActive(property, !property.active)}>{property.active ? words.deactivate : words.activate}</Button>
                    <AsCurl request={{ method: property.active ? "DELETE" : "PUT", url: activationAddress(property) }} />
                    <Button small onClick={() => setTranslating(true)}>{words.translate}</Button>
                </div>
            )}
            <dl class="facts">
                <div><dt>{configuration.type}</dt><dd>{words.types[property.type]}</dd></div>
                {parent && <div><dt>{words.dependsOn}</dt><dd><a href={href(jobProperties, { jobPropertyId: parent.id })}><Text>{parent.label}</Text></a></dd></div>}
                <div><dt>{configuration.id}</dt><dd><Code>{property.id}</Code></dd></div>
            </dl>
            {mayChange ? <Editor key={String(property.active)} opened={property} /> : <p class="quiet">{configuration.readOnly}</p>}
            {property.type === "SINGLE_SELECT" && <PropertyValues property={property} />}
            {property.type === "SINGLE_SELECT" && <Dependents property={property} all={all} />}
            {translating && (
                <TranslateDialog name={property.label} labelIn={(language, signal) => labelIn(property.id, language, signal)}
                    address={at("/configuration/job-properties/{jobPropertyId}/translations", { jobPropertyId: property.id })} onClose={() => setTranslating(false)} />
            )}
        </article>
    );
}

async function labelIn(jobPropertyId: string, language: string, signal: AbortSignal): Promise<string> {
    return (await read(at("/configuration/job-properties/{jobPropertyId}", { jobPropertyId }), { headers: { "Accept-Language": language }, signal })).label;
}

function Editor({ opened }: { opened: JobPropertyDefinition }) {
    const address = at("/configuration/job-properties/{jobPropertyId}", { jobPropertyId: opened.id });
    const editing = useEditing({ method: "PATCH", address, opened, version: undefined, formOf, bodyOf: (form, before) => patchOf(before, form), changes });
    const save = async (typed: PropertyForm, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
    };
    return (
        <Form<PropertyForm> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PATCH", url: address, body: patchOf(editing.before, typed) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as PropertyForm} mine={typed} />} />
    );
}
