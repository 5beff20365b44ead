import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { announce } from "./LiveRegion";
import { moved, placeAt } from "./reorder";
import { parts as words } from "./words";

export interface SortableProps<T> {
    readonly label: string;
    readonly items: readonly T[];
    readonly keyOf: (item: T) => string;
    readonly nameOf: (item: T) => string;  // announced, and the name of the buttons
    readonly render: (item: T, index: number) => ComponentChildren;
    readonly onChange: (items: T[]) => void;
}

interface Drag {
    readonly from: number;
    readonly to: number;
}

// A list that is reordered by the handle (mouse, pen, finger), by buttons, or with Alt+↑ and Alt+↓ anywhere in a row.
export function Sortable<T>({ label, items, keyOf, nameOf, render, onChange }: SortableProps<T>) {
    const list = useRef<HTMLOListElement>(null);
    const [drag, setDrag] = useState<Drag>();
    const shown = drag === undefined ? items : moved(items, drag.from, drag.to);

    const move = (from: number, to: number, focused?: string) => {
        const item = items[from];
        if (item === undefined || to < 0 || to >= items.length || from === to) return;
        onChange(moved(items, from, to));
        announce(words.movedTo(nameOf(item), to + 1, items.length));
        if (focused !== undefined) {  // a row that is moved in the document loses the focus
            requestAnimationFrame(() => {
                const row = list.current?.children[to];
                const wanted = row?.querySelector<HTMLElement>(focused);
                (wanted instanceof HTMLButtonElement && wanted.disabled ? row?.querySelector<HTMLElement>("button[data-move]:not(:disabled)") : wanted)?.focus();
            });
        }
    };
    const startDrag = (event: PointerEvent, from: number) => {
        if (event.button !== 0 || list.current === null) return;
        event.preventDefault();
        const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
        const top = list.current.getBoundingClientRect().top;
        let to = from;
        const onMove = (next: PointerEvent) => {
            const scrolled = (list.current?.getBoundingClientRect().top ?? top) - top;
            to = placeAt(next.clientY - scrolled, rows);
            setDrag({ from, to });
        };
        const end = (commit: boolean) => {
            removeEventListener("pointermove", onMove);
            removeEventListener("pointerup", onDrop);
            removeEventListener("pointercancel", onCancel);
            removeEventListener("keydown", onEscape, true);
            setDrag(undefined);
            if (commit) move(from, to);
        };
        const onDrop = () => end(true);
        const onCancel = () => end(false);
        const onEscape = (key: KeyboardEvent) => {
            if (key.key !== "Escape") return;
            key.preventDefault();
            key.stopPropagation();
            end(false);
        };
        addEventListener("pointermove", onMove);
        addEventListener("pointerup", onDrop);
        addEventListener("pointercancel", onCancel);
        addEventListener("keydown", onEscape, true);
    };
    const onKey = (event: KeyboardEvent, index: number) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || step === undefined) return;
        event.preventDefault();
        const target = event.target as HTMLElement;
        move(index, index + step, target.dataset["move"] !== undefined ? `[data-move="${target.dataset["move"]}"]` : target.tagName.toLowerCase());
    };
    return (
        <ol class="ordered sortable" aria-label={label} ref={list}>
            {shown.map((item, index) => (
                <li key={keyOf(item)} class={drag?.to === index ? "lifted" : undefined} onKeyDown={(event) => onKey(event, index)}>
                    <span class="handle" aria-hidden="true" title={words.drag} onPointerDown={(event) => startDrag(event, index)}>⠿</span>
                    <div class="sortable-content">{render(item, index)}</div>
                    <SortButton direction="up" name={nameOf(item)} disabled={index === 0} onClick={() => move(index, index - 1, '[data-move="up"]')} />
                    <SortButton direction="down" name={nameOf(item)} disabled={index === shown.length - 1} onClick={() => move(index, index + 1, '[data-move="down"]')} />
                </li>
            ))}
        </ol>
    );
}

function SortButton({ direction, name, disabled, onClick }: { direction: "up" | "down"; name: string; disabled: boolean; onClick: () => void }) {
    return (
        <button type="button" class="button quiet small" data-move={direction} aria-label={direction === "up" ? words.moveUp(name) : words.moveDown(name)}
            title={words.altArrows} disabled={disabled} onClick={onClick}>{direction === "up" ? "↑" : "↓"}</button>
    );
}
