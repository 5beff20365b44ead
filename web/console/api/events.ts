// Live updates: one connection to GET /events/stream for all tabs of the browser. Events drop the cache entries that
// they concern; `reset` (events were missed) drops all.
import { signal } from "@preact/signals";
import { drop } from "./cache";
import type { Change, Entity } from "./changes";
import { pause } from "./client";
import { EventParser, type ServerEvent } from "./event_parser";

export interface LiveEvent {
    readonly name: string;  // as webhooks name it: application.status.updated
    readonly id: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly entities: Readonly<Record<string, string>>;  // job_id, candidate_id, application_id …
}

export type Connection = "connecting" | "live" | "interrupted";
export const connection = signal<Connection>("connecting");

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

// Calls the listener for each event; the returned function ends that.
export function onLiveEvent(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const kCoalesce = 250;         // ms; many events at once load a list once
const kLongestDelay = 30;      // seconds between attempts
const kSilence = 45_000;       // ms; the server sends a comment every 15 s

const entityOfField: Readonly<Record<string, Entity>> = {
    job_id: "job", candidate_id: "candidate", application_id: "application", offer_id: "offer", user_id: "user",
};

export function liveEvent({ name, id, data }: ServerEvent): LiveEvent {
    let payload: Record<string, unknown> = {};
    try {
        const parsed: unknown = JSON.parse(data);
        if (typeof parsed === "object" && parsed !== null) payload = parsed as Record<string, unknown>;
    } catch {
        // An event whose data is not JSON still has a name.
    }
    const source = { ...payload, ...(payload["entities"] as Record<string, unknown> | undefined) };
    const entities: Record<string, string> = {};
    for (const [field, value] of Object.entries(source)) {
        if (field.endsWith("_id") && typeof value === "string") entities[field] = value;
    }
    if (typeof source["id"] === "string") entities[`${name.split(".", 1)[0]}_id`] ??= source["id"];
    return { name, id, payload, entities };
}

// The family of the event says which lists change (application.created: those of applications); the ids in it say which
// resources do.
export function changesOf(event: LiveEvent): Change[] {
    const family = event.name.split(".", 1)[0] ?? "";
    const changes: Change[] = [];
    for (const [field, id] of Object.entries(event.entities)) {
        const entity = entityOfField[field];
        changes.push(entity !== undefined && entity === family ? { entity, id } : { id });
    }
    return changes;
}

const pending = new Map<string, Change>();
let lastId = "";  // also of events that another tab passed on: this tab goes on from there
let flushTimer: ReturnType<typeof setTimeout> | undefined;

function handle(event: LiveEvent): void {
    lastId = event.id;
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

async function readStream(parser: EventParser, publish: (event: LiveEvent) => void): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), kSilence);
    try {
        const headers: Record<string, string> = { Accept: "text/event-stream" };
        if (parser.lastId !== "") headers["Last-Event-ID"] = parser.lastId;
        const response = await fetch("/events/stream", { headers, credentials: "same-origin", cache: "no-store", signal: silence.signal });
        if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
        connection.value = "live";
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
            clearTimeout(timer);
            timer = setTimeout(() => silence.abort(), kSilence);
            for (const event of parser.push(part.value)) publish(liveEvent(event));
        }
    } finally {
        clearTimeout(timer);
    }
}

async function keepReading(publish: (event: LiveEvent) => void): Promise<never> {
    const parser = new EventParser();
    parser.lastId = lastId;
    for (let failures = 0, first = true; ; ++failures, first = false) {
        const begun = Date.now();
        if (!first && parser.lastId === "") drop("everything");  // nothing to resume from: events may have been missed
        await readStream(parser, publish).catch(() => {});
        connection.value = "interrupted";
        if (Date.now() - begun > 10_000) failures = 0;
        await pause(Math.min((parser.retry ?? 2000) / 1000 * 2 ** failures, kLongestDelay) * (0.75 + Math.random() / 2));
    }
}

// Of all tabs, the one that holds the lock reads the stream and passes the events on.
export function startEvents(): void {
    const channel = new BroadcastChannel("callboard-events");
    channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => {
        connection.value = "live";
        handle(data);
    };
    const publish = (event: LiveEvent): void => {
        handle(event);
        channel.postMessage(event);
    };
    if ("locks" in navigator) void navigator.locks.request("callboard-events", () => keepReading(publish));
    else void keepReading(publish);
}
