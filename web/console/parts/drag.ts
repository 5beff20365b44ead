// Drag and drop of cards with the pointer: mouse, pen and finger.
import { signal } from "@preact/signals";

export interface Drag {
    readonly cards: readonly string[];  // keys
    readonly over: string | undefined;  // key of the column under the pointer
    readonly x: number;
    readonly y: number;
}

export const drag = signal<Drag | undefined>(undefined);

const kDistance = 6;        // pixels before a press becomes a drag
const kTouchDelay = 250;    // ms until a card is lifted; a finger that moves earlier scrolls
const kEdge = 60;           // pixels from the edge where the board scrolls
const kScrollStep = 16;

function columnAt(x: number, y: number): string | undefined {
    return (document.elementFromPoint(x, y)?.closest("[data-column]") as HTMLElement | null)?.dataset["column"];
}

// Called at pointerdown on a card; `onDrop` gets the column where it was dropped.
export function startDrag(event: PointerEvent, cards: readonly string[], board: HTMLElement, onDrop: (column: string) => void): void {
    if (event.button !== 0) return;
    const origin = { x: event.clientX, y: event.clientY };
    const touch = event.pointerType === "touch";
    let frame = 0;
    const scroll = () => {
        const at = drag.peek();
        const box = board.getBoundingClientRect();
        const before = board.scrollLeft;
        if (at && at.x > box.right - kEdge) board.scrollLeft += kScrollStep;
        else if (at && at.x < box.left + kEdge) board.scrollLeft -= kScrollStep;
        if (at && board.scrollLeft !== before) holdAt(at);  // another column is below it
        frame = requestAnimationFrame(scroll);
    };
    const holdAt = ({ x, y }: { x: number; y: number }) => {
        if (drag.peek() === undefined) frame = requestAnimationFrame(scroll);
        drag.value = { cards, over: columnAt(x, y), x, y };
    };
    const lift = touch ? setTimeout(() => holdAt(origin), kTouchDelay) : undefined;
    const move = (next: PointerEvent) => {
        if (next.pointerId !== event.pointerId) return;
        if (drag.peek() === undefined) {
            if (Math.hypot(next.clientX - origin.x, next.clientY - origin.y) < kDistance) return;
            if (touch) return end();
        }
        next.preventDefault();
        holdAt({ x: next.clientX, y: next.clientY });
    };
    const end = () => {
        clearTimeout(lift);
        cancelAnimationFrame(frame);
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", drop);
        removeEventListener("pointercancel", end);
        removeEventListener("keydown", escape, true);
        removeEventListener("touchmove", holdPage);
        removeEventListener("contextmenu", prevent);
        drag.value = undefined;
    };
    const drop = () => {
        const at = drag.peek();
        end();
        if (at === undefined) return;
        if (touch) addEventListener("touchend", prevent, { once: true, passive: false });  // otherwise a click follows later
        const swallow = (click: Event) => { click.stopPropagation(); click.preventDefault(); };
        addEventListener("click", swallow, true);  // a drop is not a click
        setTimeout(() => removeEventListener("click", swallow, true), 0);
        if (at.over !== undefined) onDrop(at.over);
    };
    const escape = (key: KeyboardEvent) => {
        if (key.key !== "Escape" || drag.peek() === undefined) return;
        key.stopPropagation();
        end();
    };
    const prevent = (one: Event) => one.preventDefault();
    // Before the browser pans: then it would cancel the pointer.
    const holdPage = (one: TouchEvent) => { if (drag.peek() !== undefined) one.preventDefault(); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", end);
    addEventListener("keydown", escape, true);
    addEventListener("touchmove", holdPage, { passive: false });
    if (touch) addEventListener("contextmenu", prevent);  // of a long press
}
