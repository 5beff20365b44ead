import assert from "node:assert/strict";
import { test } from "node:test";
import type { Callback } from "../api/types";
import { attemptsOf, durationText, eventNameOf, healthOf, partsOfTime, prettyBody, replayCurl, timeOfId, timingBar, withNewer } from "./deliveries";

function callback(id: string, change: Partial<Callback> = {}): Callback {
    return {
        id, eventId: "e", status: "successful", timestamp: "2026-11-18T07:00:00.000Z", durationMs: 12,
        requestDetails: { url: "https://hooks.example.com", body: "{}", headers: { "Event-name": "job.created" } }, ...change,
    };
}

test("the timing bar is the share of the time that a receiver has", () => {
    assert.deepEqual(timingBar(250), { share: 0.05, tone: "good", text: "250 ms of 5.0 s" });
    assert.equal(timingBar(2_500).tone, "good");
    assert.equal(timingBar(2_501).tone, "wait");
    assert.deepEqual(timingBar(5_004), { share: 1, tone: "bad", text: "5.0 s of 5.0 s" });
    assert.equal(timingBar(0).share, 0);
    assert.equal(timingBar(-3).share, 0);
});

test("the time of a call is shown in the parts that it needed", () => {
    const timing = { dnsMs: 0, connectMs: 1.25, tlsMs: 18.7, waitMs: 60.05 };
    assert.deepEqual(partsOfTime(callback("a", { durationMs: 100, timing })).map(({ part, share, text }) => [part, share.toFixed(4), text]), [
        ["connect", "0.0125", "1.25 ms"], ["tls", "0.1870", "19 ms"], ["wait", "0.6005", "60 ms"], ["read", "0.2000", "20 ms"],
    ]);
    assert.deepEqual(partsOfTime(callback("b", { durationMs: 0, timing: { dnsMs: 0, connectMs: 0, tlsMs: 0, waitMs: 0.6 } })), [{ part: "wait", share: 1, text: "0.6 ms" }]);
    assert.deepEqual(partsOfTime(callback("c", { durationMs: 0, timing: { dnsMs: 0, connectMs: 0, tlsMs: 0, waitMs: 0 } })), []);
    assert.deepEqual(partsOfTime(callback("d")), []);
});

test("durations have the unit that people read", () => {
    assert.deepEqual([999, 1_500, 59_000, 180_000, 7_200_000, 259_200_000].map(durationText), ["999 ms", "1.5 s", "59 s", "3 min", "2 h", "3 d"]);
});

test("attempts of an event are numbered from the oldest, with the time between them", () => {
    const rows = [
        callback("c", { timestamp: "2026-11-18T07:04:00.000Z" }),
        callback("x", { eventId: "other" }),
        callback("b", { timestamp: "2026-11-18T07:01:00.000Z", status: "failed" }),
        callback("a", { status: "failed" }),
    ];
    assert.deepEqual(attemptsOf(rows, "e").map(({ callback: { id }, number, after }) => [id, number, after]), [["a", 1, undefined], ["b", 2, 60_000], ["c", 3, 180_000]]);
});

test("the live tail adds each delivery once, newest first", () => {
    const rows = ["3", "1"].map((id) => callback(id));
    assert.deepEqual(withNewer([callback("5"), callback("3"), callback("4")], rows).map((row) => row.id), ["5", "4", "3", "1"]);
    assert.deepEqual(withNewer([], rows), rows);
});

test("health counts deliveries; the newest one says whether it fails now", () => {
    assert.deepEqual(healthOf([callback("2", { status: "failed" }), callback("1")]), { delivered: 1, failed: 1, failing: true });
    assert.deepEqual(healthOf([]), { delivered: 0, failed: 0, failing: false });
});

test("the id of a callback says its time", () => {
    assert.equal(timeOfId("01931f2c-7a40-7c1e-9d52-3d8f0f6c2b11")?.toISOString(), new Date(0x01931f2c7a40).toISOString());
    assert.equal(timeOfId("not-an-id"), undefined);
});

test("names of headers are found in any case; a body that is not JSON stays", () => {
    assert.equal(eventNameOf(callback("1")), "job.created");
    assert.equal(prettyBody('{"id":"1"}'), '{\n  "id": "1"\n}');
    assert.equal(prettyBody("<html>"), "<html>");
});

test("a request is repeated with its raw body and without masked credentials", () => {
    const text = replayCurl({ url: "https://a.example/it's", body: '{"id":"1"}', headers: { Authorization: "Basic ***", "X-Api-Key": "***", "Event-name": "job.created" } });
    assert.equal(text, `curl -i 'https://a.example/it'\\''s' \\\n  -H 'Event-name: job.created' \\\n  --data-raw '{"id":"1"}'`);
});
