import type { ComponentChildren } from "preact";
import { Time } from "./Time";

export interface TimelineEntry {
    readonly key: string;
    readonly at: string;  // RFC 3339
    readonly title: ComponentChildren;
    readonly text?: ComponentChildren;
    readonly tone?: "neutral" | "good" | "bad" | "accent";
}

// What happened, newest first as given.
export function Timeline({ entries, label, times = "relative" }: { entries: readonly TimelineEntry[]; label: string; times?: "relative" | "exact" }) {
    return (
        <ol class="timeline" aria-label={label}>
            {entries.map((entry) => (
                <li key={entry.key} class={entry.tone ?? "neutral"}>
                    <div class="timeline-title"><span>{entry.title}</span> <Time at={entry.at} as={times} /></div>
                    {entry.text !== undefined && <div class="timeline-text">{entry.text}</div>}
                </li>
            ))}
        </ol>
    );
}
