import { useState } from "preact/hooks";
import { at } from "../api/address";
import { drop, useResource } from "../api/cache";
import { send } from "../api/client";
import { CandidatePropertyDefinitionChange as changeSchema, CandidatePropertyDefinitionInput as schema } from "../api/schemas";
import type { CandidatePropertyDefinition, CandidatePropertyDefinitionChange, CandidatePropertyType } from "../api/types";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { may } from "../session";
import { candidateProperties } from "../settings/routes";
import { audienceOptions, changeBodyOf, changeOf, contextOptions, hasChoices, hasFormat, hasPattern, inputOf, kPropertyTypes, placeInForm, textFormatOptions, type NewPropertyForm } from "./candidate_property";
import { OrderDialog } from "./OrderDialog";
import { TermList } from "./TermList";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.candidateProperty;
const list = at("/configuration/candidate-properties");
const changes = [{ prefix: list }];

const columns: readonly Column<CandidatePropertyDefinition>[] = [
    { key: "label", title: configuration.name, width: "2fr", cell: (property) => <Text>{property.label}</Text> },
    { key: "type", title: configuration.type, cell: (property) => words.types[property.type] },
    { key: "key", title: words.key, phone: false, cell: (property) => <code class="quiet">{property.key}</code> },
];

const availability: readonly FieldLayout[] = [
    { path: "/availability/toUsers", label: words.audience, options: audienceOptions },
    { path: "/availability/context", label: words.context, kind: "choices", options: contextOptions },
];

const format: readonly FieldLayout[] = [
    { path: "/textFormat", label: words.textFormat, half: true, options: textFormatOptions, shownIf: hasFormat },
    { path: "/pattern", label: words.pattern, half: true, help: words.patternHelp, shownIf: hasPattern },
];

export default function CandidateProperties({ params: { propertyId } }: ScreenProps<"/settings/candidate-properties/{propertyId?}">) {
    const properties = useResource(list);
    const [creating, setCreating] = useState(false);
    const mayChange = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.create, run: () => setCreating(true) } }, mayChange);
    const create = mayChange && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.create}</Button>;
    return (
        <Split label={words.one} onClose={() => void go(href(candidateProperties))} detail={propertyId === undefined ? null : <Detail key={propertyId} propertyId={propertyId} />} list={
            <article class="screen fill">
                <header class="screen-head"><h1>{words.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: list }} />{create}</div></header>
                <p class="quiet">{words.text}</p>
                <Loaded resource={properties}>
                    {({ content }) => (
                        <Table label={words.title} rows={content} columns={propertyId === undefined ? columns : columns.slice(0, 2)} keyOf={(property) => property.id} openKey={propertyId} onOpen={(property) => void go(href(candidateProperties, { propertyId: property.id }))}
                            empty={<Empty title={words.emptyTitle}>{create}</Empty>} />
                    )}
                </Loaded>
                {creating && <CreateProperty onClose={() => setCreating(false)} />}
            </article>} />
    );
}

function CreateProperty({ onClose }: { onClose: () => void }) {
    const create = async (typed: NewPropertyForm) => {
        const property = await send("POST", list, inputOf(typed), { changes });
        toast(configuration.created(property.label));
        return async () => {
            onClose();
            await go(href(candidateProperties, { propertyId: property.id }));
        };
    };
    const first: Partial<NewPropertyForm> = { type: "TEXT" as CandidatePropertyType, availability: { toUsers: "ALL", context: ["PROFILE"] } };
    return (
        <Dialog title={words.create} onClose={onClose}>
            <Form<NewPropertyForm> schema={schema} value={first} submit={configuration.create} onSubmit={create} placeOf={placeInForm} onCancel={onClose} request={(typed) => ({ method: "POST", url: list, body: inputOf(typed) })} layout={[
                { path: "/label", label: configuration.name },
                { path: "/type", label: configuration.type, half: true, options: kPropertyTypes.map((value) => ({ value, title: words.types[value] })) },
                { path: "/key", label: words.key, half: true, help: words.keyHelp },
                { path: "/choices", label: words.values, kind: "tags", commas: true, help: words.valuesHelp, shownIf: hasChoices },
                ...format,
                ...availability,
            ]} />
        </Dialog>
    );
}

function Detail({ propertyId }: { propertyId: string }) {
    const address = at("/configuration/candidate-properties/{propertyId}", { propertyId });
    const property = useResource(address);
    return (
        <Loaded resource={property} lines={8}>
            {(data) => (
                <article>
                    <header class="screen-head"><h2><Text>{data.label}</Text></h2></header>
                    <dl class="facts">
                        <div><dt>{configuration.type}</dt><dd>{words.types[data.type]}</dd></div>
                        <div><dt>{words.key}</dt><dd><Code>{data.key}</Code></dd></div>
                        <div><dt>{configuration.id}</dt><dd><Code>{data.id}</Code></dd></div>
                    </dl>
                    {may("changeConfiguration") ? <Editor opened={data} version={property.version} /> : <p class="quiet">{configuration.readOnly}</p>}
                    {hasChoices(data) && <Values property={data} />}
                </article>
            )}
        </Loaded>
    );
}

const layoutFor = (type: CandidatePropertyType): readonly FieldLayout[] => [{ path: "/label", label: configuration.name }, ...(type === "TEXT" ? format : []), ...availability];

function Editor({ opened, version }: { opened: CandidatePropertyDefinition; version: string | undefined }) {
    const address = at("/configuration/candidate-properties/{propertyId}", { propertyId: opened.id });
    const layout = layoutFor(opened.type);
    const bodyOf = (form: CandidatePropertyDefinitionChange) => changeBodyOf(opened.type, form);
    const editing = useEditing({ method: "PUT", address, opened, version, formOf: changeOf, bodyOf, changes });
    const save = async (typed: CandidatePropertyDefinitionChange, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
    };
    const remove = async () => {
        if (!(await confirm({ title: configuration.deleteTitle(opened.label), text: words.deleteText, action: configuration.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
        try {
            await send("DELETE", address, undefined);
            toast(configuration.deleted(opened.label));
            await go(href(candidateProperties));
            changes.forEach(drop);  // after leaving: the page itself would ask for what is gone
        } catch (error) {
            toastError(error);
        }
    };
    return (
        <>
            <Form<CandidatePropertyDefinitionChange> schema={changeSchema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PUT", url: address, body: bodyOf(typed) })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as CandidatePropertyDefinitionChange} mine={typed} />} />
            <p><Button kind="danger" small onClick={() => void remove()}>{configuration.delete}</Button></p>
        </>
    );
}

function Values({ property }: { property: CandidatePropertyDefinition }) {
    const address = at("/configuration/candidate-properties/{propertyId}/values", { propertyId: property.id });
    const values = useResource(address);
    const one = (valueId: string) => at("/configuration/candidate-properties/{propertyId}/values/{valueId}", { propertyId: property.id, valueId });
    const order = at("/configuration/candidate-properties/{propertyId}/values-order", { propertyId: property.id });
    const own = [{ prefix: address }];
    const [ordering, setOrdering] = useState(false);
    const canArrange = may("changeConfiguration") && (values.data?.content.length ?? 0) > 1;
    return (
        <section>
            <header class="screen-head">
                <h3>{words.values}</h3>
                <div class="buttons"><AsCurl request={{ method: "GET", url: address }} />{canArrange && <Button small onClick={() => setOrdering(true)}>{configuration.reorder.action}</Button>}</div>
            </header>
            <Loaded resource={values}>
                {({ content }) => (
                    <TermList label={words.values} terms={content} empty={words.noValues} deleteText={words.valueDeleteText} changes={own} {...(may("changeConfiguration") && {
                        adding: (label: string) => ({ method: "POST" as const, url: address, body: { label } }),
                        renaming: ({ id }: { id: string }) => one(id),
                        deleting: ({ id }: { id: string }) => ({ method: "DELETE" as const, url: one(id) }),
                    })} />
                )}
            </Loaded>
            {ordering && values.data && <OrderDialog label={words.values} values={values.data.content} changes={own} ordering={(ids) => ({ method: "PUT", url: order, body: { ids } })} onConflict={() => own.forEach(drop)} onClose={() => setOrdering(false)} />}
        </section>
    );
}
