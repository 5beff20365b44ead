// Short messages at the edge: toast("Saved"), toast("Rejected", { undo: () => … }), toastError(error).
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { requestIdOf } from "../api/errors";
import { Button } from "./Button";
import { useKeys } from "./Shortcuts";
import { parts as words } from "./words";

export interface ToastOptions {
    readonly undo?: () => void;
    readonly kind?: "done" | "failed";
    readonly requestId?: string | undefined;
}

interface Shown extends ToastOptions {
    readonly id: number;
    readonly text: string;
}

const kShort = 5_000;
const kLong = 12_000;  // something to read or to undo
const kMore = 2_000;   // a message that has the pointer or the focus then
const shown = signal<readonly Shown[]>([]);
let lastId = 0;

export function toast(text: string, options: ToastOptions = {}): void {
    shown.value = [...shown.peek().slice(-3), { id: ++lastId, text, ...options }];
}

export function toastError(error: unknown): void {
    toast(error instanceof Error ? error.message : String(error), { kind: "failed", requestId: requestIdOf(error) });
}

function dismiss(id: number): void {
    shown.value = shown.peek().filter((one) => one.id !== id);
}

// Dismisses it after its time, but not while the pointer or the focus is on it or on its neighbours, which would move.
function useExpiry({ id, undo, kind }: Shown) {
    const element = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const expire = () => {
            if (element.current?.parentElement?.matches(":hover, :focus-within")) timer = setTimeout(expire, kMore);
            else dismiss(id);
        };
        let timer = setTimeout(expire, undo || kind === "failed" ? kLong : kShort);
        return () => clearTimeout(timer);
    }, []);
    return element;
}

function Toast({ one, keys }: { one: Shown; keys: string | undefined }) {
    const { id, text, undo, kind, requestId } = one;
    const element = useExpiry(one);
    return (
        <div ref={element} class={kind === "failed" ? "toast failed" : "toast"}>
            <span class="text">{text}{requestId !== undefined && <small>{words.requestId} <code>{requestId}</code></small>}</span>
            {undo && <Button small {...(keys !== undefined && { keys })} onClick={() => { dismiss(id); undo(); }}>{words.undo}</Button>}
            <Button small kind="quiet" label={words.close} onClick={() => dismiss(id)}>✕</Button>
        </div>
    );
}

const lastWithUndo = (): Shown | undefined => shown.value.filter(({ undo }) => undo !== undefined).at(-1);

// Takes back what was done last, if its message is still shown.
export function undoLast(): void {
    const last = lastWithUndo();
    if (last === undefined) return;
    dismiss(last.id);
    last.undo?.();
}

// Mounted once, by the shell.
export function Toasts() {
    const last = lastWithUndo();
    useKeys(words.everywhere, { z: { title: words.undo, run: undoLast } }, last !== undefined);
    return (
        <div class="toasts" role="status" aria-live="polite">
            {shown.value.map((one) => <Toast key={one.id} one={one} keys={one === last ? "z" : undefined} />)}
        </div>
    );
}
