import assert from "node:assert/strict";
import test from "node:test";
import { affectedColumns, byColumn, cardsBetween, columnKey, place, withCounts, withFirstPage, withMoved, withNextPage, type Card, type Columns } from "./pipeline_columns";

function card(id: string, minute: number, status: Card["status"] = "NEW", subStatus?: string): Card {
    return {
        id, candidate: { id: `c${id}`, firstName: "Ada", lastName: id }, job: { id: "j", title: "Cook" }, status,
        createdOn: "2026-11-01T00:00:00.000Z", movedOn: `2026-11-01T00:${String(minute).padStart(2, "0")}:00.000Z`, ...(subStatus !== undefined && { subStatus }),
    };
}

const counts = [{ status: "NEW" as const, count: 4 }, { status: "INTERVIEW" as const, count: 0 }, { status: "INTERVIEW" as const, subStatus: "Team", count: 1 }];
const empty = withCounts([], counts);
const ids = (columns: Columns, key: string) => columns.find((column) => column.key === key)?.cards.map((one) => one.id);
const countOf = (columns: Columns, key: string) => columns.find((column) => column.key === key)?.count;

function loaded(): Columns {
    const first = withNextPage(empty, "NEW", { cards: [card("a", 9), card("b", 8), card("c", 7)], next: "page2", last: card("c", 7).movedOn });
    return withNextPage(first, "INTERVIEW/Team", { cards: [card("t", 5, "INTERVIEW", "Team")], next: null, last: undefined });
}

test("columns have keys by status and step, and keep their cards when they are counted again", () => {
    assert.deepEqual(empty.map((column) => column.key), ["NEW", "INTERVIEW", "INTERVIEW/Team"]);
    const again = withCounts(loaded(), [{ status: "NEW", count: 9 }]);
    assert.deepEqual(ids(again, "NEW"), ["a", "b", "c"]);
    assert.equal(countOf(again, "NEW"), 9);
    assert.equal(columnKey({ status: "INTERVIEW", subStatus: "Team" }), "INTERVIEW/Team");
});

test("a move changes both counts and puts the card on top", () => {
    const after = withMoved(loaded(), [card("b", 8)], { status: "INTERVIEW", subStatus: "Team" }, "2026-11-02T00:00:00.000Z", "newestMove");
    assert.deepEqual(ids(after, "NEW"), ["a", "c"]);
    assert.deepEqual(ids(after, "INTERVIEW/Team"), ["b", "t"]);
    assert.equal(countOf(after, "NEW"), 3);
    assert.equal(countOf(after, "INTERVIEW/Team"), 2);
});

test("with the longest waiting first, a moved card goes to the end", () => {
    const after = withMoved(loaded(), [card("b", 8)], { status: "INTERVIEW", subStatus: "Team" }, "2026-11-02T00:00:00.000Z", "oldestMove");
    assert.deepEqual(ids(after, "INTERVIEW/Team"), ["t", "b"]);
});

test("a card that goes back stands where it stood", () => {
    const before = loaded();
    const moved = withMoved(before, [card("b", 8), card("a", 9)], { status: "INTERVIEW" }, "2026-11-02T00:00:00.000Z", "newestMove");
    assert.deepEqual(ids(moved, "INTERVIEW"), ["b", "a"]);
    assert.deepEqual(place(moved, [card("b", 8), card("a", 9)], "newestMove"), before);
});

test("a later page does not bring back a card that was moved meanwhile", () => {
    const moved = withMoved(loaded(), [card("c", 7)], { status: "INTERVIEW" }, "2026-11-02T00:00:00.000Z", "newestMove");
    const after = withNextPage(moved, "NEW", { cards: [card("c", 7), card("d", 6)], next: null, last: undefined });
    assert.deepEqual(ids(after, "NEW"), ["a", "b", "d"]);
});

test("a column is complete when it has as many cards as were counted", () => {
    const after = withNextPage(loaded(), "NEW", { cards: [card("d", 6)], next: "page3", last: undefined });
    assert.equal(after[0]?.next, null);
});

test("the first page again: new cards come, changed ones go, the others stay", () => {
    const after = withFirstPage(loaded(), "NEW", { cards: [card("n", 10), card("a", 9)], next: "page2b", last: card("a", 9).movedOn }, new Set(["c"]), "newestMove");
    assert.deepEqual(ids(after, "NEW"), ["n", "a", "b"]);
    assert.equal(after[0]?.next, "page2");
    const complete = withFirstPage(loaded(), "NEW", { cards: [card("n", 10)], next: null, last: undefined }, new Set(), "newestMove");
    assert.deepEqual(ids(complete, "NEW"), ["n"]);
});

test("a card that appears in one column leaves the other", () => {
    const after = withFirstPage(loaded(), "INTERVIEW/Team", { cards: [card("a", 12, "INTERVIEW", "Team")], next: null, last: undefined }, new Set(["a"]), "newestMove");
    assert.deepEqual(ids(after, "NEW"), ["b", "c"]);
});

test("only loaded columns with other counts or changed cards are loaded again", () => {
    assert.deepEqual(affectedColumns(loaded(), counts, new Set(["t"])), ["INTERVIEW/Team"]);
    assert.deepEqual(affectedColumns(loaded(), [{ status: "NEW", count: 5 }, { status: "INTERVIEW", count: 7 }, { status: "INTERVIEW", subStatus: "Team", count: 1 }], new Set()), ["NEW"]);
});

test("a range stays inside one column", () => {
    assert.deepEqual(cardsBetween(loaded(), "c", "a"), ["a", "b", "c"]);
    assert.deepEqual(cardsBetween(loaded(), "t", "a"), ["a"]);
    assert.deepEqual(cardsBetween(loaded(), undefined, "b"), ["b"]);
});

test("cards of several columns go back together with those of their column", () => {
    const groups = byColumn([card("a", 9), card("t", 5, "INTERVIEW", "Team"), card("b", 8)]);
    assert.deepEqual(groups.map((group) => group.map((one) => one.id)), [["a", "b"], ["t"]]);
    const rejected = withMoved(loaded(), groups.flat(), { status: "INTERVIEW" }, "2026-11-02T00:00:00.000Z", "newestMove");
    assert.equal(countOf(rejected, "INTERVIEW"), 3);
    assert.deepEqual(place(rejected, groups.flat(), "newestMove"), loaded());
});
