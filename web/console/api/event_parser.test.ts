import assert from "node:assert/strict";
import test from "node:test";
import { EventParser } from "./event_parser";
import { changesOf, liveEvent } from "./live_event";

test("events come in pieces of any size", () => {
    const stream = 'retry: 2000\n\n: comment\nid: 7\nevent: job.created\ndata: {"a":\ndata: 1}\n\nid: 8\r\ndata: x\r\n\r\n';
    for (let size = 1; size <= stream.length; ++size) {
        const parser = new EventParser();
        const events = [];
        for (let place = 0; place < stream.length; place += size) events.push(...parser.push(stream.slice(place, place + size)));
        assert.deepEqual(events, [
            { name: "job.created", id: "7", data: '{"a":\n1}' },
            { name: "message", id: "8", data: "x" },
        ], `pieces of ${size}`);
        assert.equal(parser.lastId, "8");
        assert.equal(parser.retry, 2000);
    }
});

test("an event without data is none, but its id counts", () => {
    const parser = new EventParser();
    assert.deepEqual(parser.push("id: 9\nevent: x\n\n"), []);
    assert.equal(parser.lastId, "9");
});

test("the ids in an event say what has changed", () => {
    const event = liveEvent({ name: "application.created", id: "1", data: '{"event":"application.created","entities":{"application_id":"a","job_id":"j","candidate_id":"c"}}' });
    assert.deepEqual(event.entities, { application_id: "a", job_id: "j", candidate_id: "c" });
    assert.deepEqual(changesOf(event)[0], { entity: "application", id: "a" });
    assert.deepEqual(liveEvent({ name: "job.updated", id: "2", data: '{"id":"j"}' }).entities, { job_id: "j" });
    assert.deepEqual(liveEvent({ name: "reset", id: "", data: "not json" }).entities, {});
});
