import { useState } from "preact/hooks";
import type { Address } from "../api/address";
import type { Change } from "../api/changes";
import { perform, send } from "../api/client";
import type { RequestDescription } from "../api/curl";
import { LabelInput as schema } from "../api/schemas";
import type { LabelInput, Term } from "../api/types";
import { Differences } from "../jobs/Differences";
import { AddLine } from "../parts/AddLine";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { kOrders, matching, sorted, type Order } from "./term_order";
import { useComparing } from "./use_editing";
import { configuration } from "./words";

const kManyTerms = 12;  // then they can be searched

const layout: readonly FieldLayout[] = [{ path: "/label", label: configuration.name, kind: "text" }];

export type TermPath = "/configuration/rejection-reasons/{rejectionReasonId}" | "/configuration/withdrawal-reasons/{withdrawalReasonId}"
    | "/configuration/sources/{sourceIdentifier}" | "/configuration/candidate-properties/{propertyId}/values/{valueId}";

export interface TermListProps<T extends Term> {
    readonly label: string;
    readonly terms: readonly T[];
    readonly empty: string;
    readonly addLabel?: string;
    readonly deleteText?: string;  // what is kept
    readonly detailOf?: (term: T) => string | undefined;  // beside the name
    readonly isFixed?: (term: T) => boolean;
    readonly changes: readonly Change[];
    readonly adding?: ((label: string) => RequestDescription) | undefined;  // absent: may not change it
    readonly renaming?: ((term: T) => Address<TermPath>) | undefined;  // where a name is read and replaced
    readonly deleting?: ((term: T) => RequestDescription) | undefined;
}

// A list of names that an administrator adds to, renames and deletes.
export function TermList<T extends Term>({ label, terms, empty, addLabel, deleteText = "", detailOf, isFixed, changes, adding, renaming, deleting }: TermListProps<T>) {
    const [order, setOrder] = useState<Order>("added");
    const [words, setWords] = useState("");
    const [renamed, setRenamed] = useState<T>();
    const remove = async (term: T, request: RequestDescription) => {
        if (!(await confirm({ title: configuration.deleteTitle(term.label), text: deleteText, action: configuration.delete, danger: true, request }))) return;
        await perform(request, changes).then(() => toast(configuration.deleted(term.label)), toastError);
    };
    const add = (text: string, request: RequestDescription) => perform(request, changes).then(() => toast(configuration.created(text)), (error: unknown) => {
        toastError(error);
        throw error;  // what was typed stays
    });
    const shown = sorted(matching(terms, words), order);
    return (
        <>
            {terms.length > 1 && (
                <div class="terms-head">
                    {terms.length > kManyTerms ? <input type="search" aria-label={configuration.search(label)} placeholder={configuration.search(label)} value={words} onInput={(event) => setWords(event.currentTarget.value)} /> : <span />}
                    <OrderChoice order={order} onChange={setOrder} />
                </div>
            )}
            {shown.length === 0 ? <p class="quiet">{terms.length === 0 ? empty : configuration.noMatch}</p> : (
                <ul class="terms" aria-label={label}>
                    {shown.map((term) => (
                        <li key={term.id}>
                            <span><Text>{term.label}</Text>{detailOf?.(term) !== undefined && <small class="quiet"> <Text>{detailOf(term)}</Text></small>}</span>
                            {isFixed?.(term) ? <span class="quiet">{configuration.fixed}</span> : (
                                <>
                                    {renaming && <Button small kind="quiet" label={configuration.renameOf(term.label)} onClick={() => setRenamed(term)}>{configuration.rename}</Button>}
                                    {deleting && <Button small kind="quiet" label={configuration.remove(term.label)} onClick={() => void remove(term, deleting(term))}>✕</Button>}
                                </>
                            )}
                        </li>
                    ))}
                </ul>
            )}
            {adding && <AddLine label={addLabel ?? configuration.addTo(label)} action={configuration.add} request={adding} onAdd={(text) => add(text, adding(text))} />}
            {renamed && renaming && <RenameDialog term={renamed} address={renaming(renamed)} changes={changes} onClose={() => setRenamed(undefined)} />}
        </>
    );
}

export function OrderChoice({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
    return (
        <div class="segments" role="group" aria-label={configuration.order}>
            {kOrders.map((one) => <button key={one} type="button" aria-pressed={order === one} onClick={() => onChange(one)}>{configuration.orders[one]}</button>)}
        </div>
    );
}

interface RenameDialogProps {
    readonly term: Term;
    readonly address: Address<TermPath>;
    readonly changes: readonly Change[];
    readonly onClose: () => void;
}

function RenameDialog({ term, address, changes, onClose }: RenameDialogProps) {
    const formOf = ({ label }: { label: string } = term): LabelInput => ({ label });
    const editing = useComparing<TermPath, LabelInput>({ address, opened: term, formOf, write: async (form) => formOf(await send("PUT", address, form, { changes })) });
    const rename = async (typed: LabelInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
        return onClose;
    };
    return (
        <Dialog title={configuration.renameOf(term.label)} onClose={onClose}>
            <Form<LabelInput> schema={schema} layout={layout} value={editing.value} onSubmit={rename} onCancel={onClose} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as LabelInput} mine={typed} />} />
        </Dialog>
    );
}
