// What waits for somebody, as addresses of the API.
import { at } from "../api/address";
import { entryOf } from "../api/cache";
import type { ApplicationLine } from "../api/types";
import type { ApplicationStatus } from "../api/types";
import { kOpenStatuses } from "../offers/offer_steps";
import { may } from "../session";

export const kActive: readonly ApplicationStatus[] = ["NEW", "IN_REVIEW", "INTERVIEW", "OFFERED"];
export const kPeriods = [3, 7, 14, 30];  // days
const kRows = 10;
export const kMostRows = 100;
const kDay = 86_400_000;

export const newAddress = at("/applications", { status: ["NEW"], limit: kRows });
export const offersAddress = at("/offers", { status: [...kOpenStatuses], limit: kRows });

// From midnight (UTC), so that the address is the same the whole day.
export function movedBefore(days: number, now: Date): string {
    return new Date((Math.floor(now.getTime() / kDay) - days) * kDay).toISOString();
}

// At first only some of them, or pages of as many as the API returns.
export function waitingAddress(days: number, now: Date, limit: number = kRows) {
    return at("/applications", { status: [...kActive], movedBefore: movedBefore(days, now), sort: "oldestMove", limit });
}

// Rows that were moved a moment ago leave at once, before the list is loaded again.
export function stillThere(rows: readonly ApplicationLine[], statuses: readonly ApplicationStatus[]): ApplicationLine[] {
    return rows.filter((row) => statuses.includes(row.status));
}

let counted = false;

// The number beside “Today”: the first call keeps the list in the cache, where live events load it again.
export function newApplicants(): number | undefined {
    if (!may("seeJobs")) return undefined;
    const entry = entryOf(newAddress);
    if (!counted) {
        counted = true;
        entry.users += 1;
        queueMicrotask(() => entry.load());
    }
    return (entry.state.value.data as { totalFound?: number } | undefined)?.totalFound;
}
