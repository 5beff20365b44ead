// Short messages at the edge: toast("Saved"), toast("Rejected", { undo: () => … }), toastError(error).
import { signal } from "@preact/signals";
import { ApiError } from "../api/errors";
import { Button } from "./Button";
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
const shown = signal<readonly Shown[]>([]);
let lastId = 0;

export function toast(text: string, options: ToastOptions = {}): void {
    const id = ++lastId;
    shown.value = [...shown.peek().slice(-3), { id, text, ...options }];
    setTimeout(() => dismiss(id), options.undo || options.kind === "failed" ? kLong : kShort);
}

export function toastError(error: unknown): void {
    toast(error instanceof Error ? error.message : String(error), { kind: "failed", requestId: error instanceof ApiError ? error.requestId : undefined });
}

function dismiss(id: number): void {
    shown.value = shown.peek().filter((one) => one.id !== id);
}

// Mounted once, by the shell.
export function Toasts() {
    return (
        <div class="toasts" role="status" aria-live="polite">
            {shown.value.map(({ id, text, undo, kind, requestId }) => (
                <div key={id} class={kind === "failed" ? "toast failed" : "toast"}>
                    <span class="text">{text}{requestId !== undefined && <small>{words.requestId} <code>{requestId}</code></small>}</span>
                    {undo && <Button small onClick={() => { dismiss(id); undo(); }}>{words.undo}</Button>}
                    <Button small kind="quiet" label={words.close} onClick={() => dismiss(id)}>✕</Button>
                </div>
            ))}
        </div>
    );
}
