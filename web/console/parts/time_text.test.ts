import assert from "node:assert/strict";
import test from "node:test";
import { exactTime, relativeTime, shortAge } from "./time_text";

const now = new Date("2026-11-18T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test("relative times", () => {
    assert.equal(relativeTime(ago(5), now, "en"), "now");
    assert.equal(relativeTime(ago(90), now, "en"), "1 minute ago");
    assert.equal(relativeTime(ago(2 * 86400), now, "en"), "2 days ago");
    assert.equal(relativeTime(ago(86400), now, "en"), "yesterday");
    assert.equal(relativeTime(ago(-3 * 3600), now, "en"), "in 3 hours");
    assert.equal(relativeTime(ago(800 * 86400), now, "en"), "2 years ago");
});

test("ages of cards", () => {
    assert.deepEqual([10, 120, 7200, 3 * 86400, 21 * 86400, 800 * 86400, -60].map((seconds) => shortAge(ago(seconds), now)), ["now", "2 min", "2 h", "3 d", "3 w", "2 y", "now"]);
});

test("the exact time names its zone", () => {
    assert.match(exactTime(now, { locale: "en-GB", timeZone: "Europe/Berlin", seconds: true }), /18 Nov 2026.*13:00:00.*(CET|GMT\+1)/);
});
