import { useState } from "preact/hooks";
import { useLeaveGuard } from "../leave_guard";
import { AsCurl, type RequestDescription } from "./AsCurl";
import { Button } from "./Button";
import { askToDiscard } from "./Confirm";

export interface AddLineProps {
    readonly label: string;
    readonly action: string;
    readonly maxLength?: number;
    readonly request?: (text: string) => RequestDescription;  // "as curl"
    readonly onAdd: (text: string) => void | Promise<void>;
}

// One line of text that becomes a new element, with Enter or the button.
export function AddLine({ label, action, maxLength, request, onAdd }: AddLineProps) {
    const [typed, setTyped] = useState("");
    const [busy, setBusy] = useState(false);
    useLeaveGuard(typed.trim() !== "", askToDiscard);
    const add = async () => {
        const text = typed.trim();
        if (text === "" || busy) return;
        setBusy(true);
        try {
            await onAdd(text);
            setTyped("");
        } finally {
            setBusy(false);
        }
    };
    return (
        <div class="add-line">
            <input type="text" aria-label={label} placeholder={label} autocomplete="off" dir="auto" maxLength={maxLength} value={typed} onInput={(event) => setTyped(event.currentTarget.value)}
                onKeyDown={(event) => { if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); void add().catch(() => {}); } }} />
            <Button small busy={busy} onClick={() => void add().catch(() => {})}>{action}</Button>
            {request && <AsCurl request={request(typed.trim())} />}
        </div>
    );
}
