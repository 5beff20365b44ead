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
const kTouchDelay = 250;    // ms; a finger that moves earlier scrolls
const kEdge = 60;           // pixels from the edge where the board scrolls
const kScrollStep = 16;

function columnAt(x: number, y: number): string | undefined {
    return (document.elementFromPoint(x, y)?.closest("[data-column]") as HTMLElement | null)?.dataset["column"];
}

// Called at pointerdown on a card; `onDrop` gets the column where it was dropped.
export function startDrag(event: PointerEvent, cards: readonly string[], board: HTMLElement, onDrop: (column: string) => void): void {
    if (event.button !== 0) return;
    const origin = { x: event.clientX, y: event.clientY };
    const ready = event.pointerType === "touch" ? performance.now() + kTouchDelay : 0;
    let frame = 0;
    const scroll = () => {
        const at = drag.peek();
        const box = board.getBoundingClientRect();
        if (at && at.x > box.right - kEdge) board.scrollLeft += kScrollStep;
        else if (at && at.x < box.left + kEdge) board.scrollLeft -= kScrollStep;
        frame = requestAnimationFrame(scroll);
    };
    const move = (next: PointerEvent) => {
        if (next.pointerId !== event.pointerId) return;
        if (drag.peek() === undefined) {
            if (Math.hypot(next.clientX - origin.x, next.clientY - origin.y) < kDistance) return;
            if (performance.now() < ready) return end();
            frame = requestAnimationFrame(scroll);
        }
        next.preventDefault();
        drag.value = { cards, over: columnAt(next.clientX, next.clientY), x: next.clientX, y: next.clientY };
    };
    const end = () => {
        cancelAnimationFrame(frame);
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", drop);
        removeEventListener("pointercancel", end);
        removeEventListener("keydown", escape, true);
        removeEventListener("touchmove", holdPage);
        drag.value = undefined;
    };
    const drop = () => {
        const at = drag.peek();
        end();
        if (at === undefined) return;
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
    const holdPage = (touch: TouchEvent) => { if (drag.peek() !== undefined) touch.preventDefault(); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", end);
    addEventListener("keydown", escape, true);
    addEventListener("touchmove", holdPage, { passive: false });
}
