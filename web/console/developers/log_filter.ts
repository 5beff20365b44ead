// The filter of the delivery log: text in the URL, part of it answered by the server.
import type { Callback, CallbackStatus } from "../api/types";
import { valuesOf, type FilterValues } from "../parts/filter_text";
import { eventNameOf } from "./deliveries";
import type { LogFilter } from "./use_deliveries";

export const kSpans: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };

function timeText(text: string | undefined): string | undefined {
    const time = new Date(text ?? "");
    return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

// To the minute, so that the address does not change with every render.
export function logFilter(filter: FilterValues, now: Date): LogFilter {
    const last = (name: string) => valuesOf(filter, name).at(-1);
    const statuses = valuesOf(filter, "status").filter((one): one is CallbackStatus => one === "successful" || one === "failed");
    const span = kSpans[last("period") ?? ""];
    const begin = span === undefined ? undefined : new Date(Math.floor((now.getTime() - span) / 60_000) * 60_000).toISOString();
    return { status: new Set(statuses).size === 1 ? statuses[0] : undefined, after: timeText(last("after")) ?? begin, before: timeText(last("before")) };
}

// What the server does not filter: the name of the event, and words in URL, body, ids and reason.
export function matchesDelivery(callback: Callback, filter: FilterValues): boolean {
    const events = valuesOf(filter, "event");
    const name = eventNameOf(callback);
    if (events.length > 0 && !events.some((event) => name === event || name.startsWith(`${event}.`))) return false;
    const text = [name, callback.id, callback.eventId, callback.requestDetails.body, callback.failureReason, callback.responseStatus].join(" ").toLowerCase();
    return filter.words.toLowerCase().split(" ").every((word) => text.includes(word));
}
