import assert from "node:assert/strict";
import test from "node:test";
import { chartData, type ChartRequest } from "./chart_data";

const request = (rows: string[][], rest: Partial<ChartRequest> = {}): ChartRequest => ({ rows, x: 0, xType: "TEXT", measure: { kind: "count" }, none: "None", others: "Others", ...rest });

test("rows are counted, the most frequent first, rows without a value have a name", () => {
    assert.deepEqual(chartData(request([["a"], ["b"], ["b"], [""]])), { x: ["b", "a", "None"], values: [2, 1, 1] });
});

test("sums and averages leave out cells that are no numbers", () => {
    const rows = [["a", "1.5"], ["a", "2"], ["a", ""], ["b", "x"], ["c", "'-4"]];
    assert.deepEqual(chartData(request(rows, { measure: { kind: "sum", column: 1 } })), { x: ["a", "b", "c"], values: [3.5, null, -4] });
    assert.deepEqual(chartData(request(rows, { measure: { kind: "average", column: 1 } })).values, [1.75, null, -4]);
});

test("times by day, over a longer time by month, in their order", () => {
    const day = (text: string) => [`${text}T09:30:00.000Z`];
    assert.deepEqual(chartData(request([day("2026-11-03"), day("2026-11-01"), day("2026-11-03"), [""]], { xType: "DATE" })),
        { x: ["2026-11-01", "2026-11-03", "None"], values: [1, 2, 1] });
    assert.deepEqual(chartData(request([day("2026-11-03"), day("2026-01-01"), day("2026-11-09")], { xType: "DATE" })), { x: ["2026-01", "2026-11"], values: [1, 2] });
});

test("of many values the largest, the rest together", () => {
    const rows = Array.from({ length: 40 }, (_, index) => Array.from({ length: 40 - index }, () => [`v${index}`])).flat();
    const { x, values } = chartData(request(rows));
    assert.equal(x.length, 30);
    assert.equal(x[0], "v0");
    assert.equal(x.at(-1), "Others");
    assert.equal(values.at(-1), 11 * 12 / 2);
});

test("numbers are ordered by size", () => {
    assert.deepEqual(chartData(request([["10"], ["9"], ["9"]], { xType: "NUMBER" })).x, ["9", "10"]);
});

test("no rows", () => assert.deepEqual(chartData(request([], { xType: "DATE" })), { x: [], values: [] }));
