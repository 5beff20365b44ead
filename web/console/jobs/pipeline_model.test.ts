import assert from "node:assert/strict";
import test from "node:test";
import type { Card, ColumnCount } from "./pipeline_columns";
import { PipelineModel, type PipelineSource } from "./pipeline_model";

function card(id: string, status: Card["status"] = "NEW"): Card {
    return { id, candidate: { id: `c${id}`, firstName: "Ada", lastName: id }, job: { id: "j", title: "Cook" }, status, createdOn: "2026-11-01T00:00:00.000Z", movedOn: `2026-11-01T00:00:0${id}.000Z` };
}

// A server of two columns. `answer` lets a test hold back the answers to moves.
class Server implements PipelineSource {
    cards = [card("3"), card("2"), card("1")];
    refused = new Set<string>();
    answer: Promise<void> = Promise.resolve();
    pages = 0;
    counts = async (): Promise<ColumnCount[]> => (["NEW", "REJECTED"] as const).map((status) => ({ status, count: this.cards.filter((one) => one.status === status).length }));
    page: PipelineSource["page"] = async (column) => {
        this.pages += 1;
        const found = this.cards.filter((one) => one.status === column.status);
        return { cards: found, next: null, last: found.at(-1)?.movedOn };
    };
    place: PipelineSource["place"] = async ({ status }) => ({ status });
    move: PipelineSource["move"] = async (moved, to) => {
        await this.answer;
        if (this.refused.has(moved.id)) throw new Error("refused");
        this.cards = this.cards.map((one) => (one.id === moved.id ? { ...one, status: to.status } : one));
    };
}

async function started(): Promise<{ server: Server; model: PipelineModel; ids: (key: string) => string[] | undefined }> {
    const server = new Server();
    const model = new PipelineModel(server, "newestMove", () => new Date("2026-11-02T00:00:00Z"));
    await model.start();
    await model.loadMore("NEW");
    return { server, model, ids: (key) => model.find(key)?.cards.map((one) => one.id) };
}

test("a move is shown before the server has answered", async () => {
    const { server, model, ids } = await started();
    let release = () => {};
    server.answer = new Promise((resolve) => { release = resolve; });
    const move = model.move(card("2"), { status: "REJECTED" });
    assert.deepEqual(ids("NEW"), ["3", "1"]);
    assert.deepEqual(ids("REJECTED"), ["2"]);
    release();
    await move;
    assert.deepEqual(ids("REJECTED"), ["2"]);
});

test("a move that the server refuses is taken back", async () => {
    const { server, model, ids } = await started();
    server.refused.add("2");
    await assert.rejects(model.move(card("2"), { status: "REJECTED" }), /refused/);
    assert.deepEqual(ids("NEW"), ["3", "2", "1"]);
    assert.equal(model.find("REJECTED")?.count, 0);
});

test("of many moves, those that were not done go back", async () => {
    const { server, model, ids } = await started();
    server.refused.add("3");
    await model.moveAll(server.cards, { status: "REJECTED" }, async (cards) => {
        const failed: Card[] = [];
        for (const one of cards) await model.send(one, { status: "REJECTED" }).catch(() => failed.push(one));
        return failed;
    });
    assert.deepEqual(ids("NEW"), ["3"]);
    assert.deepEqual(model.columns.peek().map((column) => column.count), [1, 2]);
});

test("moving back undoes a move", async () => {
    const { server, model } = await started();
    await model.move(card("2"), { status: "REJECTED" });
    await model.move({ ...card("2"), status: "REJECTED" }, { status: "NEW" });
    assert.deepEqual(server.cards.map((one) => one.status), ["NEW", "NEW", "NEW"]);
    assert.deepEqual(model.columns.peek().map((column) => column.count), [3, 0]);
});

test("an application that arrives is shown, and only its column is loaded", async () => {
    const { server, model, ids } = await started();
    server.cards = [card("4"), ...server.cards];
    const before = server.pages;
    await model.refresh(["4"]);
    assert.deepEqual(ids("NEW"), ["4", "3", "2", "1"]);
    assert.equal(server.pages, before + 1);
});

test("events wait for moves under way", async () => {
    const { server, model, ids } = await started();
    let release = () => {};
    server.answer = new Promise((resolve) => { release = resolve; });
    const move = model.move(card("2"), { status: "REJECTED" });
    const before = server.pages;
    await model.refresh(["2"]);
    assert.equal(server.pages, before);
    assert.deepEqual(ids("NEW"), ["3", "1"]);
    release();
    await move;
});

test("all pages are loaded one after another, until one fails", async () => {
    const { server, model, ids } = await started();
    const all = ["9", "8", "7", "6", "5"].map((id) => card(id));
    server.cards = all;
    const asked: (string | undefined)[] = [];
    server.page = async (_, pageId) => {
        asked.push(pageId);
        const first = Number(pageId ?? 0);
        if (first === 4) throw new Error("offline");
        return { cards: all.slice(first, first + 2), next: String(first + 2), last: undefined };
    };
    await model.reload();
    await model.loadAll(["NEW", "REJECTED"], new AbortController().signal);
    assert.deepEqual(asked, [undefined, "2", "4"]);
    assert.deepEqual(ids("NEW"), ["9", "8", "7", "6"]);
    server.page = async () => ({ cards: all.slice(4), next: null, last: undefined });
    await Promise.all([model.loadMore("NEW"), model.loadAll(["NEW"], new AbortController().signal)]);
    assert.deepEqual(ids("NEW"), ["9", "8", "7", "6", "5"]);
    await model.loadAll(["NEW"], AbortSignal.abort());
});

test("a page that was asked for before everything is loaded again is not shown", async () => {
    const { server, model, ids } = await started();
    const all = ["9", "8", "7"].map((id) => card(id));
    server.cards = all;
    let release = () => {};
    server.page = async (_, pageId) => {
        if (pageId === undefined) return { cards: all.slice(0, 1), next: "1", last: undefined };
        await new Promise<void>((resolve) => { release = resolve; });
        return { cards: all.slice(1), next: null, last: undefined };
    };
    await model.reload();
    await model.loadMore("NEW");
    const late = model.loadMore("NEW");
    await model.reload();
    release();
    await late;
    assert.deepEqual(ids("NEW"), []);
    await model.loadMore("NEW");
    assert.deepEqual(ids("NEW"), ["9"]);
});

test("a failed load is an error that the next one clears", async () => {
    const { server, model } = await started();
    const counts = server.counts;
    server.counts = async () => { throw new Error("offline"); };
    await model.refresh([]);
    assert.equal(model.error.peek()?.message, "offline");
    server.counts = counts;
    await model.start();
    assert.equal(model.error.peek(), undefined);
});
