// Announcements for screen readers: announce("Ada moved to Interview").
import { signal } from "@preact/signals";

const message = signal("");

export function announce(text: string): void {
    message.value = message.peek() === text ? `${text}\u00a0` : text;
}

// Mounted once, by the shell.
export function LiveRegion() {
    return <div class="unseen" role="status" aria-live="polite">{message.value}</div>;
}
