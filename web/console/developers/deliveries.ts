// What the screens compute from the callback log.
import { shellQuoted } from "../api/curl";
import type { Callback, CallbackRequest } from "../api/types";

export const kTimeout = 5_000;  // ms that a receiver has to respond

export interface TimingBar {
    readonly share: number;  // of the time that the receiver has, 0 to 1
    readonly tone: "good" | "wait" | "bad";
    readonly text: string;
}

export function durationText(ms: number): string {
    if (ms < 1_000) return `${Math.round(ms)} ms`;
    if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
    if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
    if (ms < 48 * 3_600_000) return `${Math.round(ms / 3_600_000)} h`;
    return `${Math.round(ms / 86_400_000)} d`;
}

// A receiver that needs more than half of the time is close to failing.
export function timingBar(durationMs: number, limitMs = kTimeout): TimingBar {
    const share = Math.min(1, Math.max(0, durationMs / limitMs));
    return { share, tone: share >= 1 ? "bad" : share > 0.5 ? "wait" : "good", text: `${durationText(durationMs)} of ${durationText(limitMs)}` };
}

export type TimePart = "dns" | "connect" | "tls" | "wait" | "read";

export interface PartOfTime {
    readonly part: TimePart;
    readonly share: number;  // of the whole call, 0 to 1
    readonly text: string;
}

// The parts that a call needed, in their order; nothing for calls that an earlier version has logged.
export function partsOfTime({ durationMs, timing }: Callback): PartOfTime[] {
    if (timing === undefined) return [];
    const { dnsMs, connectMs, tlsMs, waitMs } = timing;
    const known = dnsMs + connectMs + tlsMs + waitMs;
    const read = Math.floor(Math.max(0, durationMs - known));  // durationMs has whole milliseconds
    const times: readonly [TimePart, number][] = [["dns", dnsMs], ["connect", connectMs], ["tls", tlsMs], ["wait", waitMs], ["read", read]];
    return times.filter(([, ms]) => ms > 0).map(([part, ms]) => ({ part, share: ms / (known + read), text: ms < 10 ? `${Number(ms.toFixed(2))} ms` : durationText(ms) }));
}

export function headerOf(callback: Callback, name: string): string | undefined {
    return Object.entries(callback.requestDetails.headers).find(([one]) => one.toLowerCase() === name)?.[1];
}

export function eventNameOf(callback: Callback): string {
    return headerOf(callback, "event-name") ?? "";
}

export interface Attempt {
    readonly callback: Callback;
    readonly number: number;
    readonly after: number | undefined;  // ms since the attempt before
}

// The attempts to deliver one event, oldest first.
export function attemptsOf(rows: readonly Callback[], eventId: string): Attempt[] {
    const sorted = rows.filter((row) => row.eventId === eventId).sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
    return sorted.map((callback, index) => {
        const before = sorted[index - 1];
        return { callback, number: index + 1, after: before && Date.parse(callback.timestamp) - Date.parse(before.timestamp) };
    });
}

// New rows of the live tail before those of the list, each once, newest first.
export function withNewer(newer: readonly Callback[], rows: readonly Callback[]): Callback[] {
    const seen = new Set(rows.map((row) => row.id));
    const added = newer.filter((row) => !seen.has(row.id));
    return added.length === 0 ? [...rows] : [...added, ...rows].sort((a, b) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0));
}

export interface Health {
    readonly delivered: number;
    readonly failed: number;
    readonly failing: boolean;  // the newest one failed
}

export function healthOf(rows: readonly Callback[]): Health {
    const failed = rows.filter((row) => row.status === "failed").length;
    return { delivered: rows.length - failed, failed, failing: rows[0]?.status === "failed" };
}

// Ids of callbacks are UUIDs of version 7: their first 48 bits are the time of the call, which `after` and `before` filter.
export function timeOfId(id: string): Date | undefined {
    const found = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(id);
    return found ? new Date(Number.parseInt(`${found[1]}${found[2]}`, 16)) : undefined;
}

// JSON with line breaks; other text as it is.
export function prettyBody(body: string): string {
    try {
        return JSON.stringify(JSON.parse(body), null, 2);
    } catch {
        return body;
    }
}

// The same request to the receiver; credentials are masked in the log and left out. The raw body, because it is signed.
export function replayCurl({ url, headers, body }: CallbackRequest): string {
    const sent = Object.entries(headers).filter(([name, value]) => value !== "***" && !/ \*\*\*$/.test(value) && !/^(host|content-length)$/i.test(name));
    return [`curl -i ${shellQuoted(url)}`, ...sent.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`), `--data-raw ${shellQuoted(body)}`].join(" \\\n  ");
}
