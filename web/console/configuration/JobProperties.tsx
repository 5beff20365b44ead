import { useState } from "preact/hooks";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { JobPropertyDefinitionInput as schema } from "../api/schemas";
import type { JobPropertyDefinition, JobPropertyDefinitionInput, JobPropertyType } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { may } from "../session";
import { jobProperties } from "../settings/routes";
import { JobPropertyDetail } from "./JobPropertyDetail";
import { categoryOptions, propertiesAddress } from "./job_property";
import { configuration } from "./words";

const words = configuration.jobProperty;
const kTypes: readonly JobPropertyType[] = ["SINGLE_SELECT", "TEXT"];

const columns: readonly Column<JobPropertyDefinition>[] = [
    {
        key: "label", title: configuration.name, width: "3fr",
        cell: (property) => <><Text>{property.label}</Text> {!property.active && <Badge>{words.inactive}</Badge>} {property.required && <Badge tone="accent">{words.requiredShort}</Badge>} {property.visible && <Badge tone="good">{words.visibleShort}</Badge>}</>,
    },
    { key: "type", title: configuration.type, phone: false, cell: (property) => words.types[property.type] },
];

export default function JobProperties({ params: { jobPropertyId } }: ScreenProps<"/settings/job-properties/{jobPropertyId?}">) {
    const properties = useResource(propertiesAddress);
    const [creating, setCreating] = useState(false);
    const mayChange = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.create, run: () => setCreating(true) } }, mayChange);
    const create = mayChange && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.create}</Button>;
    const open = properties.data?.content.find((property) => property.id === jobPropertyId);
    const absent = properties.data ? <Empty title={parts.notFoundTitle}><p>{parts.notFoundText}</p></Empty> : properties.error ? <></> : <Skeleton lines={6} />;
    return (
        <Split label={words.one} onClose={() => void go(href(jobProperties))} detail={jobPropertyId === undefined ? null : open ? <JobPropertyDetail key={open.id} property={open} all={properties.data?.content ?? []} /> : absent} list={
            <article class="screen fill">
                <header class="screen-head"><h1>{words.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: propertiesAddress }} />{create}</div></header>
                <p class="quiet">{words.text}</p>
                <Loaded resource={properties}>
                    {({ content }) => (
                        <Table label={words.title} rows={content} columns={jobPropertyId === undefined ? columns : columns.slice(0, 1)} keyOf={(property) => property.id} openKey={jobPropertyId} onOpen={(property) => void go(href(jobProperties, { jobPropertyId: property.id }))}
                            empty={<Empty title={words.emptyTitle}><p>{words.emptyText}</p>{create}</Empty>} />
                    )}
                </Loaded>
                {creating && <CreateProperty onClose={() => setCreating(false)} />}
            </article>} />
    );
}

function CreateProperty({ onClose }: { onClose: () => void }) {
    const create = async (body: JobPropertyDefinitionInput) => {
        const property = await send("POST", propertiesAddress, { ...body, visible: body.visible ?? false }, { changes: [{ prefix: propertiesAddress }] });
        toast(configuration.created(property.label));
        return async () => {
            onClose();
            await go(href(jobProperties, { jobPropertyId: property.id }));
        };
    };
    return (
        <Dialog title={words.create} onClose={onClose}>
            <Form<JobPropertyDefinitionInput> schema={schema} value={{ category: "job", type: "SINGLE_SELECT", visible: true }} submit={configuration.create} onSubmit={create} onCancel={onClose}
                request={(body) => ({ method: "POST", url: propertiesAddress, body })} layout={[
                    { path: "/label", label: words.label },
                    { path: "/type", label: configuration.type, required: true, half: true, help: words.typeHelp, options: kTypes.map((value) => ({ value, title: words.types[value] })) },
                    { path: "/category", label: words.category, half: true, options: categoryOptions },
                    { path: "/visible", label: words.visible },
                    { path: "/required", label: words.required },
                ]} />
        </Dialog>
    );
}
