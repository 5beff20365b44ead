import { signal } from "@preact/signals";
import { dateText, exactTime, relativeTime, shortAge } from "./time_text";

const now = signal(new Date());
let ticking = false;

function startClock(): void {
    if (ticking) return;
    ticking = true;
    setInterval(() => { if (!document.hidden) now.value = new Date(); }, 30_000);
}

export interface TimeProps {
    readonly at: string | undefined;  // RFC 3339
    // relative: "2 days ago" (default); age: "2 d"; exact: with seconds and zone, as on developer pages; date: the day
    readonly as?: "relative" | "age" | "exact" | "date";
}

// A time in the zone of the reader; the exact one is shown on hover.
export function Time({ at, as = "relative" }: TimeProps) {
    startClock();
    const time = new Date(at ?? "");
    if (Number.isNaN(time.getTime())) return <span class="quiet">–</span>;
    const text = as === "exact" ? exactTime(time, { seconds: true })
        : as === "date" ? dateText(time)
        : as === "age" ? shortAge(time, now.value) : relativeTime(time, now.value);
    return <time dateTime={time.toISOString()} title={exactTime(time, { seconds: true })}>{text}</time>;
}
