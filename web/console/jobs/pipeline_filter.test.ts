import assert from "node:assert/strict";
import test from "node:test";
import { parseFilter } from "../parts/filter_text";
import type { Card, PipelineColumn } from "./pipeline_columns";
import { filterColumns, filterFields, openColumns } from "./pipeline_filter";

function card(id: string, firstName: string, source?: string): Card {
    return { id, candidate: { id: `c${id}`, firstName, lastName: "Hopper" }, job: { id: "j", title: "Cook" }, status: "NEW", createdOn: "2026-11-01T00:00:00.000Z", movedOn: "2026-11-01T00:00:00.000Z", ...(source !== undefined && { source }) };
}

const column = (status: PipelineColumn["status"], count: number, cards: readonly Card[]): PipelineColumn => ({ key: status, status, count, cards, next: cards.length < count ? "more" : null });
const columns = [column("NEW", 5, [card("1", "Grace", "LinkedIn"), card("2", "Gr\u00e1inne", "Referred by Ada"), card("3", "Ada")]), column("INTERVIEW", 1, [card("4", "Grace", "LinkedIn")])];
const by = (text: string) => filterColumns(columns, parseFilter(text, ["status", "source"]));
const ids = (text: string) => by(text).columns.map(({ cards }) => cards.map(({ id }) => id));

test("without a filter, everything is shown with the counts of the server", () => {
    const { matching, searched, missing, byCard } = by("");
    assert.deepEqual([matching, searched, missing, byCard], [6, 6, 0, false]);
    assert.deepEqual(ids(""), [["1", "2", "3"], ["4"]]);
});

test("words are parts of names, without accents and case; sources are parts of their names", () => {
    assert.deepEqual(ids("GRAI"), [["2"], []]);
    assert.deepEqual(ids("hopper gra"), [["1", "2"], ["4"]]);
    assert.deepEqual(ids("source:linkedin"), [["1"], ["4"]]);
    assert.deepEqual(ids('source:linkedin source:"referred by"'), [["1", "2"], ["4"]]);
    assert.deepEqual(ids("source:linkedin ada"), [[], []]);
});

test("what is not loaded is not counted as searched", () => {
    const { matching, searched, missing } = by("grace");
    assert.deepEqual([matching, searched, missing], [2, 4, 2]);
});

test("a status is known to the server: other columns are empty, and all of theirs is searched", () => {
    const interview = by("status:interview");
    assert.deepEqual([interview.matching, interview.searched, interview.missing], [1, 6, 0]);
    assert.deepEqual(interview.columns.map(({ shown, excluded }) => [shown, excluded]), [[0, true], [1, false]]);
    const both = by("status:INTERVIEW source:LinkedIn");
    assert.deepEqual([both.matching, both.searched, both.missing], [1, 6, 0]);
});

test("the menus count statuses by the server and sources by the loaded cards", () => {
    const [status, source] = filterFields(columns);
    assert.deepEqual(status?.options?.map(({ value, count }) => [value, count]), [["NEW", 5], ["INTERVIEW", 1]]);
    assert.deepEqual(source?.options?.map(({ value, count }) => [value, count]), [["LinkedIn", 2], ["Referred by Ada", 1]]);
});

test("closed columns are shown if the filter asks for them", () => {
    const all = [...columns, column("REJECTED", 2, []), column("WITHDRAWN", 1, [])];
    const open = (text: string) => openColumns(all, parseFilter(text, ["status", "source"])).map(({ status }) => status);
    assert.deepEqual(open("grace"), ["NEW", "INTERVIEW"]);
    assert.deepEqual(open("status:rejected"), ["NEW", "INTERVIEW", "REJECTED"]);
});
