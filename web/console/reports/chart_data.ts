// A chart of the rows of a report: rows with the same x are counted, or a number of them is added up.
import type { ReportDataType } from "../api/types";
import { plainText } from "./csv";

export type Measure = { readonly kind: "count" } | { readonly kind: "sum" | "average"; readonly column: number };

export interface ChartRequest {
    readonly rows: readonly (readonly string[])[];
    readonly x: number;  // a column
    readonly xType: ReportDataType | undefined;
    readonly measure: Measure;
    readonly none: string;    // the name of rows without x
    readonly others: string;  // the name of all x after the largest
}

export interface ChartData {
    readonly x: readonly string[];
    readonly values: readonly (number | null)[];
}

const kMostBars = 30;
const kMostDays = 45;
const kDay = 86_400_000;

// Times are grouped by day, over a longer time by month.
function timeGroup(cells: readonly string[]): (cell: string) => string {
    const times = cells.map((cell) => Date.parse(cell)).filter((time) => !Number.isNaN(time));
    const span = times.reduce((most, time) => Math.max(most, time), -Infinity) - times.reduce((least, time) => Math.min(least, time), Infinity);
    return (cell) => cell.slice(0, span > kMostDays * kDay ? 7 : 10);
}

interface Group {
    rows: number;
    numbers: number;  // rows that have one
    sum: number;
}

function valueOf({ rows, numbers, sum }: Group, measure: Measure): number | null {
    if (measure.kind === "count") return rows;
    if (numbers === 0) return null;
    const value = measure.kind === "sum" ? sum : sum / numbers;
    return Math.round(value * 100) / 100;
}

function add(to: Group, from: Group): void {
    to.rows += from.rows;
    to.numbers += from.numbers;
    to.sum += from.sum;
}

export function chartData({ rows, x, xType, measure, none, others }: ChartRequest): ChartData {
    const group = xType === "DATE" ? timeGroup(rows.map((row) => row[x] ?? "")) : plainText;
    const groups = new Map<string, Group>();
    for (const row of rows) {
        const cell = row[x] ?? "";
        const name = cell === "" ? none : group(cell);
        const found = groups.get(name) ?? { rows: 0, numbers: 0, sum: 0 };
        groups.set(name, found);
        const text = measure.kind === "count" ? "" : plainText(row[measure.column] ?? "");
        const number = Number(text);
        const isNumber = text !== "" && Number.isFinite(number);
        add(found, { rows: 1, numbers: isNumber ? 1 : 0, sum: isNumber ? number : 0 });
    }
    const ordered = [...groups];
    const isOrdered = xType === "DATE" || xType === "NUMBER" || xType === "DECIMAL";
    if (isOrdered) {
        ordered.sort(([a], [b]) => Number(a === none) - Number(b === none) || a.localeCompare(b, undefined, { numeric: true }));
        if (xType === "DATE") return named(ordered, measure);
    } else ordered.sort((a, b) => (valueOf(b[1], measure) ?? 0) - (valueOf(a[1], measure) ?? 0) || a[0].localeCompare(b[0]));
    if (ordered.length <= kMostBars) return named(ordered, measure);
    const rest: Group = { rows: 0, numbers: 0, sum: 0 };
    for (const [, one] of ordered.slice(kMostBars - 1)) add(rest, one);
    return named([...ordered.slice(0, kMostBars - 1), [others, rest]], measure);
}

function named(groups: readonly (readonly [string, Group])[], measure: Measure): ChartData {
    return { x: groups.map(([name]) => name), values: groups.map(([, one]) => valueOf(one, measure)) };
}
