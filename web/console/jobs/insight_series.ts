// From the numbers of GET /insights to the series of charts.
import type { Answer } from "../api/address";
import type { ChartSeries } from "../parts/Chart";

export type InsightNumbers = Answer<"/insights">;
const kMostSources = 5;  // the rest is one series, so that colours stay distinct
const kWeek = 7 * 86_400_000;

// All weeks from the first to the last, also those without applications.
export function weeksBetween(first: string, last: string): string[] {
    const weeks: string[] = [];
    for (let time = Date.parse(`${first}T00:00:00Z`); time <= Date.parse(`${last}T00:00:00Z`); time += kWeek) weeks.push(new Date(time).toISOString().slice(0, 10));
    return weeks;
}

export function weeklySeries(rows: InsightNumbers["applicationsByWeek"], names: { noSource: string; others: string }): { weeks: string[]; series: ChartSeries[] } {
    const days = rows.map((row) => row.week).sort();
    const weeks = weeksBetween(days[0] ?? "", days.at(-1) ?? "");
    const totals = new Map<string, number>();
    for (const row of rows) totals.set(row.source || names.noSource, (totals.get(row.source || names.noSource) ?? 0) + row.count);
    const largest = [...totals].sort((one, other) => other[1] - one[1]).map(([source]) => source);
    const own = new Set(largest.length > kMostSources + 1 ? largest.slice(0, kMostSources) : largest);
    const labels = [...own, ...(own.size < largest.length ? [names.others] : [])];
    const series = labels.map((label, index) => ({ label, values: weeks.map(() => 0), ...(index >= own.size && { rest: true }) }));
    for (const row of rows) {
        const source = row.source || names.noSource;
        const values = series[labels.indexOf(own.has(source) ? source : names.others)]?.values;
        const week = weeks.indexOf(row.week);
        if (values !== undefined && week >= 0) values[week] = (values[week] ?? 0) + row.count;
    }
    return { weeks, series };
}

// The first day of a period that ends now.
export function periodStart(weeks: number, now: Date): string {
    return new Date(now.getTime() - weeks * kWeek).toISOString().slice(0, 10) + "T00:00:00.000Z";
}
