import { useEffect, useMemo, useState } from "preact/hooks";
import { at } from "../api/address";
import { drop, patchAll, usePages } from "../api/cache";
import { call, send } from "../api/client";
import { JobPropertyListValueInput as schema, LabelInput as labelSchema } from "../api/schemas";
import type { JobPropertyDefinition, JobPropertyListValue, JobPropertyListValueInput, JobPropertyListValues, JsonPatch, LabelInput } from "../api/types";
import { AsCurl, type RequestDescription } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Failed } from "../parts/Failed";
import { Form } from "../parts/Form";
import { Menu, type MenuItem } from "../parts/Menu";
import { Table, type Column, type Sort } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { may } from "../session";
import { labelInPages } from "./job_property";
import { OrderDialog } from "./OrderDialog";
import { matching, sorted } from "./term_order";
import { TranslateDialog } from "./TranslateDialog";
import { configuration } from "./words";

const words = configuration.jobProperty;
const kPage = 1000;
const kMostArranged = 500;  // rows of a dialog; longer lists are reordered by the API

function listAddress(jobPropertyId: string) {
    return at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId, pageSize: kPage });
}

function valueAddress(jobPropertyId: string, jobPropertyValueId: string) {
    return at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}", { jobPropertyId, jobPropertyValueId });
}

function archiveAddress(jobPropertyId: string, jobPropertyValueId: string) {
    return at("/configuration/job-properties/{jobPropertyId}/archive-values/{jobPropertyValueId}", { jobPropertyId, jobPropertyValueId });
}

async function setArchived(property: JobPropertyDefinition, value: JobPropertyListValue, archived: boolean): Promise<void> {
    const prefix = at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: property.id });
    const takeBack = patchAll<JobPropertyListValues>(`${prefix}?`, (data) => ({ ...data, content: data.content.map((one) => (one.id === value.id ? { ...one, archived } : one)) }));
    try {
        await send(archived ? "PUT" : "DELETE", archiveAddress(property.id, value.id), undefined, { changes: [{ prefix }] });
        toast(archived ? words.archivedOne(value.label) : words.restoredOne(value.label), { undo: () => void setArchived(property, value, !archived) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

function ordering(property: JobPropertyDefinition, ids: string[]): RequestDescription {
    return { method: "PUT", url: at("/configuration/job-properties/{jobPropertyId}/values-order", { jobPropertyId: property.id }), body: { ids } };
}

type Open = { readonly kind: "add" | "order" } | { readonly kind: "rename" | "translate"; readonly value: JobPropertyListValue };

// The values of a list. Sorting and searching need all of them; they are loaded then.
export function PropertyValues({ property }: { property: JobPropertyDefinition }) {
    const address = listAddress(property.id);
    const values = usePages(address);
    const [sort, setSort] = useState<Sort>();
    const [text, setText] = useState("");
    const [withArchived, setWithArchived] = useState(true);
    const [open, setOpen] = useState<Open>();
    const mayChange = may("changeConfiguration");
    const needsAll = sort !== undefined || text !== "" || !withArchived;
    useEffect(() => { if (needsAll && !values.done && values.error === undefined) values.more(); }, [needsAll, values.rows.length, values.done]);
    const shown = useMemo(() => {
        const found = matching(values.rows, text).filter((value) => withArchived || !value.archived);
        return sort === undefined ? found : sorted(found, sort.descending ? "nameDown" : "name");
    }, [values.rows, text, withArchived, sort]);
    const close = () => setOpen(undefined);
    const canArrange = mayChange && values.done && values.rows.length > 1 && values.rows.length <= kMostArranged;

    const actionsOf = (value: JobPropertyListValue): MenuItem[] => [
        { title: configuration.rename, onSelect: () => setOpen({ kind: "rename", value }) },
        { title: words.translate, onSelect: () => setOpen({ kind: "translate", value }) },
        { title: value.archived ? words.restore : words.archive, onSelect: () => void setArchived(property, value, !value.archived), request: { method: value.archived ? "DELETE" : "PUT", url: archiveAddress(property.id, value.id) } },
    ];
    const columns: readonly Column<JobPropertyListValue>[] = [
        { key: "label", title: words.value, width: "3fr", sort: true, cell: (value) => <><Text>{value.label}</Text> {value.archived && <Badge>{words.archived}</Badge>}</> },
        { key: "id", title: configuration.id, phone: false, cell: (value) => <code class="quiet">{value.id}</code> },
        ...(mayChange ? [{ key: "actions", title: "", width: "6rem", end: true, cell: (value: JobPropertyListValue) => <Menu kind="quiet" label={configuration.actions(value.label)} items={actionsOf(value)}>⋯</Menu> }] : []),
    ];
    return (
        <section>
            <header class="screen-head">
                <h3>{words.values} {values.total !== undefined && <span class="count">{values.total}</span>}</h3>
                <div class="buttons"><AsCurl request={{ method: "GET", url: address }} />{canArrange && <Button small onClick={() => setOpen({ kind: "order" })}>{configuration.reorder.action}</Button>}{mayChange && <Button small onClick={() => setOpen({ kind: "add" })}>{words.addValue}</Button>}</div>
            </header>
            <div class="terms-head">
                <input type="search" aria-label={configuration.search(words.values)} placeholder={configuration.search(words.values)} value={text} onInput={(event) => setText(event.currentTarget.value)} />
                <label class="beside"><input type="checkbox" checked={withArchived} onChange={(event) => setWithArchived(event.currentTarget.checked)} /> {words.showArchived}</label>
                {sort !== undefined && <Button small kind="quiet" onClick={() => setSort(undefined)}>{configuration.reorder.asArranged}</Button>}
            </div>
            {values.error !== undefined && values.rows.length === 0 ? <Failed error={values.error} onRetry={values.reload} /> : (
                <div class="values-box">
                    <Table label={words.values} rows={shown} columns={columns} keyOf={(value) => value.id} loading={values.loading} onEnd={values.more}
                        {...(sort && { sort })} onSort={setSort} empty={<p class="quiet">{values.rows.length === 0 ? `${words.noValues}. ${words.noValuesText}` : configuration.noMatch}</p>} />
                </div>
            )}
            {open?.kind === "add" && <AddValue property={property} onClose={close} />}
            {open?.kind === "order" && <OrderDialog label={words.values} values={values.rows} changes={[{ id: property.id }]} ordering={(ids) => ordering(property, ids)} onConflict={() => drop({ id: property.id })} onClose={close} />}
            {open?.kind === "rename" && <RenameValue property={property} value={open.value} onClose={close} />}
            {open?.kind === "translate" && <TranslateDialog name={open.value.label} onClose={close} labelIn={(language, signal) => labelInPages(address, open.value.id, (url) => call("GET", url, undefined, { headers: { "Accept-Language": language }, signal }))} address={at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/translations", { jobPropertyId: property.id, jobPropertyValueId: open.value.id })} />}
        </section>
    );
}

// Tests the old label: one that somebody else has changed meanwhile is refused (409).
function RenameValue({ property, value, onClose }: { property: JobPropertyDefinition; value: JobPropertyListValue; onClose: () => void }) {
    const address = valueAddress(property.id, value.id);
    const bodyOf = ({ label }: LabelInput): JsonPatch => [{ op: "test", path: "/label", value: value.label }, { op: "replace", path: "/label", value: label }];
    const rename = async (typed: LabelInput) => {
        await send("PATCH", address, bodyOf(typed), { changes: [{ id: property.id }] });
        toast(configuration.saved);
        return onClose;
    };
    return (
        <Dialog title={configuration.renameOf(value.label)} onClose={onClose}>
            <Form<LabelInput> schema={labelSchema} layout={[{ path: "/label", label: configuration.name, kind: "text" }]} value={{ label: value.label }} onSubmit={rename} onCancel={onClose} request={(typed) => ({ method: "PATCH", url: address, body: bodyOf(typed) })} />
        </Dialog>
    );
}

function AddValue({ property, onClose }: { property: JobPropertyDefinition; onClose: () => void }) {
    const address = at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: property.id });
    const add = async (body: JobPropertyListValueInput) => {
        const value = await send("POST", address, body, { changes: [{ id: property.id }] });
        toast(configuration.created(value.label));
        return onClose;
    };
    return (
        <Dialog title={words.addValue} onClose={onClose}>
            <Form<JobPropertyListValueInput> schema={schema} value={{}} submit={configuration.add} onSubmit={add} onCancel={onClose} request={(body) => ({ method: "POST", url: address, body })}
                layout={[{ path: "/label", label: words.value }, { path: "/id", label: words.valueId, help: words.valueIdHelp }]} />
        </Dialog>
    );
}
