import { useId, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { OfferPropertyChange as changeSchema, OfferPropertyInput as schema } from "../api/schemas";
import type { OfferProperty, OfferPropertyChange, OfferPropertyDetails, OfferPropertyInput, OfferPropertyType } from "../api/types";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { may } from "../session";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.offerProperty;
const list = at("/configuration/offer-properties");
const changes = [{ prefix: list }];
const kTypes: readonly OfferPropertyType[] = ["TEXT", "CURRENCY", "PERCENT", "NUMBER", "DATE", "BOOLEAN", "SELECT", "COUNTRY", "REGION", "USER"];

export default function OfferProperties() {
    const properties = useResource(list);
    const [creating, setCreating] = useState(false);
    const [edited, setEdited] = useState<string>();
    const mayChange = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.create, run: () => setCreating(true) } }, mayChange);
    const create = mayChange && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.create}</Button>;
    const categories = properties.data?.categories.map((category) => category.id) ?? [];
    return (
        <article class="screen">
            <header class="screen-head"><h1>{words.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: list }} />{create}</div></header>
            <p class="quiet">{words.text}</p>
            <Loaded resource={properties}>
                {(data) => (data.categories.length === 0 ? <Empty title={words.emptyTitle}><p>{words.emptyText}</p>{create}</Empty> : (
                    <div class="cards">
                        {data.categories.map((category) => (
                            <section key={category.id} class="panel">
                                <h2><Text>{category.id}</Text></h2>
                                <ul class="terms" aria-label={category.id}>{category.properties.map((property) => <Row key={property.key} property={property} onEdit={() => setEdited(property.key)} />)}</ul>
                            </section>
                        ))}
                    </div>
                ))}
            </Loaded>
            {creating && <CreateProperty categories={categories} onClose={() => setCreating(false)} />}
            {edited !== undefined && <EditProperty key={edited} propertyKey={edited} categories={categories} onClose={() => setEdited(undefined)} />}
        </article>
    );
}

function Row({ property, onEdit }: { property: OfferProperty; onEdit: () => void }) {
    const address = at("/configuration/offer-properties/{offerPropertyKey}", { offerPropertyKey: property.key });
    const remove = async () => {
        if (!(await confirm({ title: configuration.deleteTitle(property.label), text: words.deleteText, action: configuration.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
        await send("DELETE", address, undefined, { changes }).then(() => toast(configuration.deleted(property.label)), toastError);
    };
    return (
        <li>
            <span><Text>{property.label}</Text> <small class="quiet">{words.types[property.type]} · <code>{property.key}</code></small> {property.required && <Badge tone="accent">{words.requiredShort}</Badge>}</span>
            {may("changeConfiguration") && (
                <>
                    <Button small kind="quiet" label={words.edit(property.label)} onClick={onEdit}>{configuration.form.editQuestion}</Button>
                    <Button small kind="quiet" label={configuration.remove(property.label)} onClick={() => void remove()}>✕</Button>
                </>
            )}
        </li>
    );
}

// A category is one that exists, or a new word.
function Category({ value, categories, onChange }: { value: string; categories: readonly string[]; onChange: (value: unknown) => void }) {
    const id = useId();
    return (
        <>
            <input type="text" aria-label={words.category} list={id} value={value} autocomplete="off" onInput={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)} />
            <datalist id={id}>{categories.map((category) => <option key={category} value={category} />)}</datalist>
        </>
    );
}

function layoutFor(categories: readonly string[]): FieldLayout[] {
    return [
        { path: "/label", label: configuration.name },
        { path: "/category", label: words.category, help: words.categoryHelp, render: (value, onChange) => <Category value={(value as string | undefined) ?? ""} categories={categories} onChange={onChange} /> },
        { path: "/type", label: configuration.type, options: kTypes.map((value) => ({ value, title: words.types[value] })) },
        { path: "/values", label: words.values, kind: "tags", commas: true, help: words.valuesHelp, shownIf: (body) => (body as OfferPropertyChange).type === "SELECT" },
        { path: "/required", label: words.required, kind: "checkbox" },
    ];
}

function CreateProperty({ categories, onClose }: { categories: readonly string[]; onClose: () => void }) {
    const create = async (body: OfferPropertyInput) => {
        const property = await send("POST", list, bodyOf(body), { changes });
        toast(configuration.created(property.label));
        return onClose;
    };
    const first: Partial<OfferPropertyInput> = { type: "TEXT", ...(categories[0] !== undefined && { category: categories[0] }) };
    return (
        <Dialog title={words.create} onClose={onClose}>
            <Form<OfferPropertyInput> schema={schema} value={first} submit={configuration.create} onSubmit={create} onCancel={onClose} request={(body) => ({ method: "POST", url: list, body: bodyOf(body) })}
                layout={[...layoutFor(categories), { path: "/key", label: words.key, help: words.keyHelp }]} />
        </Dialog>
    );
}

function EditProperty({ propertyKey, categories, onClose }: { propertyKey: string; categories: readonly string[]; onClose: () => void }) {
    const property = useResource(at("/configuration/offer-properties/{offerPropertyKey}", { offerPropertyKey: propertyKey }));
    return (
        <Dialog title={words.edit(property.data?.label ?? propertyKey)} onClose={onClose}>
            <Loaded resource={property}>{(data) => <Editor opened={data} version={property.version} categories={categories} onClose={onClose} />}</Loaded>
        </Dialog>
    );
}

function changeOf({ label, category, type, required, values }: OfferPropertyDetails): OfferPropertyChange {
    return { label, category, type, required, ...(values !== undefined && { values }) };
}

// Only a selection has values.
function bodyOf<T extends OfferPropertyChange>({ values, ...form }: T) {
    return { ...form, ...(form.type === "SELECT" && values !== undefined && { values }) };
}

function Editor({ opened, version, categories, onClose }: { opened: OfferPropertyDetails; version: string | undefined; categories: readonly string[]; onClose: () => void }) {
    const address = at("/configuration/offer-properties/{offerPropertyKey}", { offerPropertyKey: opened.key });
    const editing = useEditing({ method: "PUT", address, opened, version, formOf: changeOf, bodyOf, changes });
    const layout = layoutFor(categories);
    const save = async (typed: OfferPropertyChange, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
        return onClose;
    };
    return (
        <Form<OfferPropertyChange> schema={changeSchema} layout={layout} value={editing.value} onSubmit={save} onCancel={onClose} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body: bodyOf(body) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as OfferPropertyChange} mine={typed} />} />
    );
}
