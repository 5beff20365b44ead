import assert from "node:assert/strict";
import { test } from "node:test";
import { peakOf, percent, sortOperations, startOf, stepOf, timeLabel, totalsOf, type Usage } from "./usage_series";

const point = (time: string, calls: number) => ({ time, calls, refused: 1, failed: 0 });
const usage: Usage = {
    from: "2026-11-18T06:00:00.000Z", to: "2026-11-18T07:00:00.000Z", interval: 60, limits: { requestsPerSecond: 10, concurrency: 8 }, operations: [], applications: [],
    series: [point("2026-11-18T06:00:00.000Z", 60), point("2026-11-18T06:02:00.000Z", 600), point("2026-11-18T06:04:00.000Z", 0)],
};

test("the peak is the average of the busiest step", () => {
    assert.equal(stepOf(usage), 120);
    assert.deepEqual(peakOf(usage), { perSecond: 5, time: "2026-11-18T06:02:00.000Z" });
    assert.equal(peakOf({ ...usage, series: [point("2026-11-18T06:00:00.000Z", 0)] }), undefined);
    assert.equal(stepOf({ ...usage, series: [] }), 60);
});

test("totals add the points", () => {
    assert.deepEqual(totalsOf(usage.series), { calls: 660, refused: 3, failed: 0 });
});

test("labels have the day only if the period has several", () => {
    assert.equal(timeLabel("2026-11-18T06:02:00.000Z", usage, "en-GB", "UTC"), "06:02");
    assert.match(timeLabel("2026-11-18T06:02:00.000Z", { from: "2026-11-11T06:00:00.000Z", to: usage.to }, "en-GB", "UTC"), /18 Nov,? 06:02/);
});

test("small shares are not rounded to nothing", () => {
    assert.deepEqual([percent(0, 10), percent(1, 3_000), percent(1, 200), percent(1, 3), percent(0, 0)], ["0 %", "< 0.1 %", "0.5 %", "33 %", "0 %"]);
});

test("a period begins at a full minute and a month is permitted", () => {
    const now = new Date("2026-11-18T07:00:42.123Z");
    assert.equal(startOf("hour", now), "2026-11-18T06:00:00.000Z");
    assert.equal(startOf("day", now), "2026-11-17T07:00:00.000Z");
    assert.ok(now.getTime() - Date.parse(startOf("month", now)) < 31 * 86_400_000);
});

test("operations are sorted by a number; those without a latency come last", () => {
    const operation = (name: string, medianMs?: number) => ({ operation: name, calls: 1, refused: 0, failed: 0, ...(medianMs !== undefined && { medianMs }) });
    const all = [operation("stream"), operation("b", 5), operation("a", 5), operation("c", 9)];
    const names = (descending: boolean) => sortOperations(all, "medianMs", descending).map((one) => one.operation);
    assert.deepEqual(names(true), ["c", "a", "b", "stream"]);
    assert.deepEqual(names(false), ["a", "b", "c", "stream"]);
});
