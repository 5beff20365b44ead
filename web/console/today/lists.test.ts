import assert from "node:assert/strict";
import test from "node:test";
import type { ApplicationLine } from "../api/types";
import { kActive, movedBefore, newAddress, stillThere, waitingAddress } from "./lists";

test("the address is the same the whole day", () => {
    const morning = new Date("2026-11-18T00:00:01.000Z");
    const evening = new Date("2026-11-18T23:59:59.000Z");
    assert.equal(movedBefore(7, morning), "2026-11-11T00:00:00.000Z");
    assert.equal(waitingAddress(7, morning), waitingAddress(7, evening));
});

test("new applicants are the applications in the status NEW", () => assert.equal(newAddress, "/applications?status=NEW&limit=10"));

test("a row that was moved leaves the list", () => {
    const rows = [{ id: "1", status: "NEW" }, { id: "2", status: "REJECTED" }] as ApplicationLine[];
    assert.deepEqual(stillThere(rows, kActive).map((row) => row.id), ["1"]);
});
