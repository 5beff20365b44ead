import assert from "node:assert/strict";
import test from "node:test";
import type { ReportSchedule } from "../api/types";
import { dayIn, scheduleText, startOfDay } from "./schedule_text";

const schedule = (frequency: ReportSchedule["frequency"], from: string, zone?: string, to?: string): ReportSchedule => ({
    frequency, activityPeriod: { from, ...(to !== undefined && { to }) }, schedulingTime: { from: { hour: 6, minute: 5 }, ...(zone !== undefined && { zone }) },
});
const text = (one: ReportSchedule) => scheduleText(one, { locale: "en-GB" });

test("no schedule", () => assert.equal(scheduleText(undefined), "Not scheduled"));

test("each frequency names its day", () => {
    assert.equal(text(schedule("DAILY", "2026-01-05T00:00:00Z")), "Every day at 06:05 (UTC)");
    assert.equal(text(schedule("WEEKLY", "2026-01-05T00:00:00Z")), "Every Monday at 06:05 (UTC)");
    assert.equal(text(schedule("MONTHLY", "2026-01-05T00:00:00Z")), "On day 5 of every month at 06:05 (UTC)");
    assert.equal(text(schedule("MONTHLY", "2026-01-31T00:00:00Z")), "On day 31 of every month (in shorter months on the last day) at 06:05 (UTC)");
    assert.equal(text(schedule("ANNUALLY", "2026-03-01T00:00:00Z")), "Every year on 1 March at 06:05 (UTC)");
});

test("the day is that of the zone", () => {
    assert.equal(text(schedule("WEEKLY", "2026-01-04T23:30:00Z", "Europe/Warsaw")), "Every Monday at 06:05 (Europe/Warsaw)");
    assert.equal(text(schedule("WEEKLY", "2026-01-05T01:00:00Z", "America/New_York")), "Every Sunday at 06:05 (America/New_York)");
});

test("a zone that the browser does not know is treated as UTC, as by the server", () => {
    assert.equal(text(schedule("WEEKLY", "2026-01-05T00:00:00Z", "Moon/Tranquility")), "Every Monday at 06:05 (Moon/Tranquility)");
});

test("the end", () => {
    assert.equal(text(schedule("DAILY", "2026-01-05T00:00:00Z", "UTC", "2026-02-01T00:00:00Z")), "Every day at 06:05 (UTC), until 1 Feb 2026");
});

test("days begin at midnight of the zone", () => {
    assert.equal(startOfDay("2026-01-05", "UTC"), "2026-01-05T00:00:00.000Z");
    assert.equal(startOfDay("2026-01-05", "Europe/Warsaw"), "2026-01-04T23:00:00.000Z");
    assert.equal(startOfDay("2026-07-05", "America/New_York"), "2026-07-05T04:00:00.000Z");
    assert.equal(startOfDay("2026-03-29", "Europe/Warsaw"), "2026-03-28T23:00:00.000Z");  // the clocks change later that day
    for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"]) assert.equal(dayIn(startOfDay("2026-11-18", zone), zone), "2026-11-18");
});
