import assert from "node:assert/strict";
import test from "node:test";
import { periodStart, weeklySeries, weeksBetween } from "./insight_series";

const names = { noSource: "Unknown", others: "Others" };

test("weeks without applications are shown as zero", () => {
    const { weeks, series } = weeklySeries([{ week: "2026-11-02", source: "Referral", count: 3 }, { week: "2026-11-16", source: "Referral", count: 1 }], names);
    assert.deepEqual(weeks, ["2026-11-02", "2026-11-09", "2026-11-16"]);
    assert.deepEqual(series, [{ label: "Referral", values: [3, 0, 1] }]);
});

test("the largest sources have a series each, the rest one together", () => {
    const rows = Array.from({ length: 9 }, (_, index) => ({ week: "2026-11-02", source: `S${index}`, count: 9 - index }));
    const { series } = weeklySeries(rows, names);
    assert.deepEqual(series.map((one) => one.label), ["S0", "S1", "S2", "S3", "S4", "Others"]);
    assert.deepEqual(series.at(-1)?.values, [4 + 3 + 2 + 1]);
});

test("an empty source has a name, no rows give no weeks", () => {
    assert.equal(weeklySeries([{ week: "2026-11-02", source: "", count: 1 }], names).series[0]?.label, "Unknown");
    assert.deepEqual(weeklySeries([], names), { weeks: [], series: [] });
});

test("a period begins at midnight, whole weeks ago", () => {
    assert.equal(periodStart(2, new Date("2026-11-18T10:00:00Z")), "2026-11-04T00:00:00.000Z");
    assert.equal(weeksBetween("2026-11-02", "2026-11-02").length, 1);
});
