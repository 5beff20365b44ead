// Live updates: one connection to GET /events/stream for all tabs of the browser. Events drop the cache entries that
// they concern; `reset` (events were missed) drops all.
import { signal } from "@preact/signals";
import { drop } from "./cache";
import type { Change } from "./changes";
import { EventTab, type Connection, type Message } from "./event_tabs";
import { changesOf, type LiveEvent } from "./live_event";

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
    for (const listener of listeners) listener(event);
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
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (lastId !== "") headers["Last-Event-ID"] = lastId;
    const response = await fetch("/events/stream", { headers, credentials: "same-origin", cache: "no-store", signal });
    if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
    return response.body.pipeThrough(new TextDecoderStream());
}

const kName = "callboard-live";  // of the channel and of the lock

// The tab that holds the lock reads the stream.
export function startEvents(): void {
    const channel = new BroadcastChannel(kName);
    const tab = new EventTab({
        send: (message) => channel.postMessage(message), onEvent: handle, onConnection: (now) => { connection.value = now; }, open: openStream,
    });
    channel.onmessage = ({ data }: MessageEvent<Message>) => tab.receive(data);
    if (!("locks" in navigator)) return void tab.read(false);
    tab.ask();
    void navigator.locks.request(kName, { ifAvailable: true }, (lock) => (lock === null ? undefined : tab.read(false)))
        .then(() => navigator.locks.request(kName, () => tab.read(true)));
}
