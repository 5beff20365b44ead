import assert from "node:assert/strict";
import test from "node:test";
import type { Offer } from "../api/types";
import { happenings } from "./timeline_entries";

const job = { id: "j", title: "Cook" };
const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T10:00:00.000Z`;

test("everything in one order, newest first", () => {
    const history = { totalFound: 2, content: [{ changedOn: day(2), status: "NEW" as const, actions: {} }, { changedOn: day(5), status: "OFFERED" as const, actions: {} }] };
    const offers = [{ id: "o", status: "ACCEPTED", createdOn: day(4), updatedOn: day(6), properties: {} }] as unknown as Offer[];
    const found = happenings({ createdOn: day(1) }, [{ job, history, offers }], { decisions: [{ status: "acquired", scope: "Single", decidedOn: day(3) }] });
    assert.deepEqual(found.map((one) => `${one.kind} ${one.at.slice(8, 10)}`), ["offer 06", "status 05", "offer 04", "consent 03", "status 02", "added 01"]);
    assert.equal(found.find((one) => one.kind === "status" && one.first)?.at, day(2));
});

test("what has not been loaded or decided is left out", () => {
    const found = happenings({ createdOn: day(1) }, [{ job, history: undefined, offers: undefined }], { decisions: [{ status: "required", scope: "Single" }], recentPendingRequestCreatedOn: day(2) });
    assert.deepEqual(found.map((one) => one.kind), ["consent", "added"]);
});

test("of the same instant, the later one of a history stands above", () => {
    const history = { totalFound: 2, content: [{ changedOn: day(1), status: "NEW" as const, actions: {} }, { changedOn: day(1), status: "INTERVIEW" as const, actions: {} }] };
    const found = happenings({ createdOn: day(1) }, [{ job, history, offers: [] }], undefined);
    assert.deepEqual(found.map((one) => (one.kind === "status" ? one.status : one.kind)), ["INTERVIEW", "NEW", "added"]);
});
