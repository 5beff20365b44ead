import assert from "node:assert/strict";
import test from "node:test";
import { undoLast } from "../parts/Toast";
import type { Card, ColumnCount } from "./pipeline_columns";
import { PipelineModel, type MoveTarget, type PipelineSource } from "./pipeline_model";
import { moveCards } from "./pipeline_moves";

function card(id: string, status: Card["status"], subStatus?: string): Card {
    return { id, candidate: { id: `c${id}`, firstName: "Ada", lastName: id }, job: { id: "j", title: "Cook" }, status, ...(subStatus !== undefined && { subStatus }), createdOn: "2026-11-01T00:00:00.000Z", movedOn: "2026-11-01T00:00:00.000Z" };
}

class Server implements PipelineSource {
    readonly sent: [string, MoveTarget][] = [];
    counts = async (): Promise<ColumnCount[]> => (["NEW", "IN_REVIEW", "REJECTED", "HIRED"] as const).map((status) => ({ status, count: 1 }));
    page: PipelineSource["page"] = async () => ({ cards: [], next: null, last: undefined });
    place: PipelineSource["place"] = async ({ id, status }) => (status === "HIRED" ? { status, startsOn: `day of ${id}` } : { status, reason: `reason of ${id}` });
    move: PipelineSource["move"] = async ({ id }, to) => { this.sent.push([id, to]); };
}

async function moveAndUndo(...cards: Card[]): Promise<[string, MoveTarget][]> {
    const server = new Server();
    const model = new PipelineModel(server);
    await model.start();
    await moveCards(model, cards, { status: "IN_REVIEW" });
    assert.deepEqual(server.sent.splice(0), cards.map(({ id }) => [id, { status: "IN_REVIEW" }]));
    undoLast();
    for (let turn = 0; turn < 100 && server.sent.length < cards.length; ++turn) await new Promise((done) => setTimeout(done));
    return server.sent;
}

test("a move out of a closed status is undone with its reason or first day", async () => {
    assert.deepEqual(await moveAndUndo(card("1", "REJECTED")), [["1", { status: "REJECTED", reason: "reason of 1" }]]);
    assert.deepEqual(await moveAndUndo(card("1", "HIRED")), [["1", { status: "HIRED", startsOn: "day of 1" }]]);
    assert.deepEqual(await moveAndUndo(card("1", "NEW")), [["1", { status: "NEW", subStatus: undefined }]]);
});

test("of many, each gets its own reason back", async () => {
    assert.deepEqual(await moveAndUndo(card("1", "REJECTED"), card("2", "REJECTED")), [["1", { status: "REJECTED", reason: "reason of 1" }], ["2", { status: "REJECTED", reason: "reason of 2" }]]);
});
