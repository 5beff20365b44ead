// Which rows of a long list are in view.
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

const kMargin = 6;  // rows outside the view, so that scrolling shows no gaps

export interface Range {
    readonly first: number;
    readonly last: number;  // exclusive
}

export function rangeOf(scrollTop: number, height: number, rowHeight: number, count: number): Range {
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - kMargin);
    return { first, last: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + kMargin) };
}

export function useVirtual(box: RefObject<HTMLElement>, count: number, rowHeight: number, onEnd?: () => void): Range {
    const [range, setRange] = useState<Range>({ first: 0, last: Math.min(count, 40) });
    useEffect(() => {
        const element = box.current;
        if (element === null) return undefined;
        const update = () => {
            const next = rangeOf(element.scrollTop, element.clientHeight, rowHeight, count);
            setRange((before) => (before.first === next.first && before.last === next.last ? before : next));
            if (next.last >= count && count > 0) onEnd?.();
        };
        update();
        element.addEventListener("scroll", update, { passive: true });
        const size = new ResizeObserver(update);
        size.observe(element);
        return () => {
            element.removeEventListener("scroll", update);
            size.disconnect();
        };
    }, [count, rowHeight, onEnd !== undefined]);
    return { first: Math.min(range.first, count), last: Math.min(Math.max(range.last, range.first), count) };
}

// Scrolls so that a row is in view.
export function reveal(element: HTMLElement | null, index: number, rowHeight: number): void {
    if (element === null) return;
    const top = index * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
}
