// Live updates: one connection to GET /events/stream for all tabs of the browser. Events drop the cache entries that
// they concern; `reset` (events were missed) drops all.
import { signal } from "@preact/signals";
import { drop } from "./cache";
import type { Change } from "./changes";
import { EventTab, type Connection, type Message } from "./event_tabs";
import { OtherUserError } from "./errors";
import { changesOf, type LiveEvent } from "./live_event";
import { otherUser } from "./sign_in";

export const connection = signal<Connection>("connecting");

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

// Calls the listener for each event; the returned function ends that.
export function onLiveEvent(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const kCoalesce = 250;  // ms; many events at once load a list once
const pending = new Map<string, Change>();
let flushTimer: ReturnType<typeof setTimeout> | undefined;

function handle(event: LiveEvent): void {
    for (const listener of listeners) {
        try {
            listener(event);
        } catch (problem) {
            reportError(problem);  // the others, and later events, do not wait for it
        }
    }
    if (event.name === "reset") drop("everything");
    for (const change of changesOf(event)) pending.set(JSON.stringify(change), change);
    flushTimer ??= setTimeout(() => {
        flushTimer = undefined;
        const changes = [...pending.values()];
        pending.clear();
        changes.forEach(drop);
    }, kCoalesce);
}

async function openStream(lastId: string, signal: AbortSignal): Promise<ReadableStream<string>> {
    if (otherUser.peek() !== undefined) throw new OtherUserError(otherUser.peek() ?? "");  // their events are not of this page
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (lastId !== "") headers["Last-Event-ID"] = lastId;
    const response = await fetch("/events/stream", { headers, credentials: "same-origin", cache: "no-store", signal });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    return response.body.pipeThrough(new TextDecoderStream());
}

// The tab that holds the lock reads the stream. Tabs that another user has opened have a lock and a channel of their own.
export function startEvents(userId: string): void {
    const name = `callboard-live-${userId}`;
    const hasLocks = "locks" in navigator;
    const channel = hasLocks ? new BroadcastChannel(name) : undefined;  // without locks, each tab reads for itself
    const tab = new EventTab({
        send: (message) => channel?.postMessage(message), onEvent: handle, onConnection: (now) => { connection.value = now; }, open: openStream,
        isShown: () => !document.hidden, steal: () => void read({ steal: true }, true),
    });
    otherUser.subscribe((other) => { if (other !== undefined) tab.interrupt(); });
    if (channel === undefined) return void tab.read(false);
    channel.onmessage = ({ data }: MessageEvent<Message>) => tab.receive(data);
    const read = async (options: LockOptions, isLate: boolean): Promise<void> => {
        const robbed = new AbortController();
        let isHeld = false;
        try {
            await navigator.locks.request(name, options, (lock) => {
                isHeld = lock !== null;
                return isHeld ? tab.read(isLate, robbed.signal) : undefined;
            });
        } catch (problem) {
            if (!isHeld) throw problem;
            robbed.abort();
        }
    };
    const queue = (): Promise<void> => read({}, true).then(queue);  // again, if it was robbed
    tab.ask();
    void read({ ifAvailable: true }, false).then(queue);
}
