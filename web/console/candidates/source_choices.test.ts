import assert from "node:assert/strict";
import test from "node:test";
import { laterOffsets, matching, sourceChoice } from "./source_choices";

const board = { id: "JOB_BOARD", label: "Job board" };
const free = { id: "FREE_JOB_BOARD" };

test("a source is a choice whose value names type, subtype and id", () => {
    assert.deepEqual(sourceChoice(board, { id: "glassdoor", label: "Glassdoor", sourceSubType: free }), { value: "JOB_BOARD/FREE_JOB_BOARD/glassdoor", title: "Job board: Glassdoor" });
    assert.deepEqual(sourceChoice({ id: "REFERRALS", label: "Referrals" }, { id: "1", label: "Referred by Ada", sourceSubType: { id: "REFERRALS" } }), { value: "REFERRALS/REFERRALS/1", title: "Referred by Ada" });
});

test("all words are looked for, in any order and case", () => {
    const choices = ["Glassdoor", "Chefs weekly"].map((label) => sourceChoice(board, { id: label, label, sourceSubType: free }));
    assert.deepEqual(matching(choices, "weekly CHEFS").map(({ title }) => title), ["Job board: Chefs weekly"]);
    assert.equal(matching(choices, "").length, 2);
    assert.equal(matching(choices, "board x").length, 0);
});

test("all pages of a list are known from its first one", () => {
    assert.deepEqual(laterOffsets(undefined), []);
    assert.deepEqual(laterOffsets(100), []);
    assert.deepEqual(laterOffsets(101), [100]);
    assert.deepEqual(laterOffsets(1000), [100, 200, 300, 400, 500, 600, 700, 800, 900]);
});
