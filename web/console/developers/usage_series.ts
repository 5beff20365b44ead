// What the charts of usage show, from the answer of GET /usage.
import type { Answer } from "../api/address";

export type Usage = Answer<"/usage">;

export type Operation = Usage["operations"][number];
export type OperationKey = "calls" | "refused" | "failed" | "medianMs" | "p99Ms";

// Operations without a latency come last, in either order.
export function sortOperations(operations: readonly Operation[], key: OperationKey, descending: boolean): Operation[] {
    return [...operations].sort((a, b) => {
        const [first, second] = [a[key], b[key]];
        if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
        return (descending ? second - first : first - second) || a.operation.localeCompare(b.operation);
    });
}

export interface Totals {
    readonly calls: number;
    readonly refused: number;
    readonly failed: number;
}

export function totalsOf(rows: readonly Totals[]): Totals {
    return rows.reduce<Totals>((sum, row) => ({ calls: sum.calls + row.calls, refused: sum.refused + row.refused, failed: sum.failed + row.failed }), { calls: 0, refused: 0, failed: 0 });
}

// Seconds between the points of the series; a multiple of the interval.
export function stepOf({ series, interval }: Usage): number {
    const [first, second] = series;
    return first !== undefined && second !== undefined ? (Date.parse(second.time) - Date.parse(first.time)) / 1_000 : interval;
}

// The highest average of calls per second in one step, and when.
export function peakOf(usage: Usage): { perSecond: number; time: string } | undefined {
    const step = stepOf(usage);
    const busiest = usage.series.reduce<Usage["series"][number] | undefined>((best, point) => (best === undefined || point.calls > best.calls ? point : best), undefined);
    return busiest === undefined || busiest.calls === 0 ? undefined : { perSecond: busiest.calls / step, time: busiest.time };
}

// "07:05" within a day, "Nov 18, 07:00" over several.
export function timeLabel(time: string, { from, to }: Pick<Usage, "from" | "to">, locale?: string, timeZone?: string): string {
    const days = Date.parse(to) - Date.parse(from) > 25 * 3_600_000;
    return new Intl.DateTimeFormat(locale, {
        hour: "2-digit", minute: "2-digit", hour12: false, ...(days && { month: "short" as const, day: "numeric" as const }), ...(timeZone !== undefined && { timeZone }),
    }).format(new Date(time));
}

export function percent(part: number, whole: number): string {
    if (whole === 0 || part === 0) return "0 %";
    const share = (part / whole) * 100;
    return share < 0.1 ? "< 0.1 %" : `${share < 10 ? share.toFixed(1) : Math.round(share)} %`;
}

export const kPeriods = { hour: 3_600, day: 86_400, week: 7 * 86_400, month: 31 * 86_400 } as const;
export type Period = keyof typeof kPeriods;

// The start of a period, to the minute: the address of the answer must not change with every render. A month is a little
// shorter than the 31 days that the API permits, because the end moves on.
export function startOf(period: Period, now: Date): string {
    const minutes = Math.floor(now.getTime() / 60_000) - kPeriods[period] / 60 + (period === "month" ? 60 : 0);
    return new Date(minutes * 60_000).toISOString();
}
