import { useState } from "preact/hooks";
import type { Change } from "../api/changes";
import { perform } from "../api/client";
import { AsCurl, type RequestDescription } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Sortable } from "../parts/Sortable";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { isReordered, sorted } from "./term_order";
import { isConflict } from "./use_editing";
import { configuration } from "./words";

const words = configuration.reorder;

export interface OrderDialogProps<T> {
    readonly label: string;
    readonly values: readonly T[];  // all of them
    readonly changes: readonly Change[];
    readonly ordering: (ids: string[]) => RequestDescription;
    readonly onConflict: () => void;  // there are other values by now: shows them
    readonly onClose: () => void;
}

// The order of the values of a property, in lists and forms.
export function OrderDialog<T extends { readonly id: string; readonly label: string }>({ label, values, changes, ordering, onConflict, onClose }: OrderDialogProps<T>) {
    const [items, setItems] = useState<readonly T[]>(values);
    const [busy, setBusy] = useState(false);
    const request = ordering(items.map(({ id }) => id));
    const save = async () => {
        setBusy(true);
        try {
            if (isReordered(values, items)) await perform(request, changes);
            toast(configuration.saved);
            onClose();
        } catch (error) {
            setBusy(false);
            toastError(error);
            if (!isConflict(error)) return;
            onConflict();
            onClose();
        }
    };
    return (
        <Dialog title={words.title} onClose={onClose} footer={<><AsCurl request={request} /><Button onClick={onClose}>{parts.cancel}</Button><Button kind="primary" busy={busy} onClick={() => void save()}>{parts.save}</Button></>}>
            <p><Button small kind="quiet" onClick={() => setItems(sorted(items, "name"))}>{words.byName}</Button></p>
            <Sortable label={label} items={items} keyOf={({ id }) => id} nameOf={(value) => value.label} onChange={setItems} render={(value) => <Text>{value.label}</Text>} />
        </Dialog>
    );
}
