// Moves of one card or of many, with what people see of them: messages, progress, undo.
import { runBulk } from "../parts/bulk";
import { toast, toastError } from "../parts/Toast";
import { nameOf } from "./ApplicationCard";
import { byColumn, type Card, type Target } from "./pipeline_columns";
import type { MoveTarget, PipelineModel } from "./pipeline_model";
import { jobs as words } from "./words";

export function columnTitle({ status, subStatus }: Target): string {
    return words.pipeline.column(words.applicationStatus[status], subStatus);
}

export function whoIs(cards: readonly Card[]): string {
    const [first] = cards;
    return cards.length === 1 && first !== undefined ? nameOf(first) : words.pipeline.people(cards.length);
}

export function moveCards(model: PipelineModel, cards: readonly Card[], to: MoveTarget): Promise<void> {
    const [first] = cards;
    if (first === undefined) return Promise.resolve();
    return cards.length === 1 ? moveOne(model, first, to) : moveMany(model, cards, to, words.pipeline.moving(cards.length, columnTitle(to)), (done) => void moveBack(model, done));
}

async function moveOne(model: PipelineModel, card: Card, to: MoveTarget): Promise<void> {
    try {
        await model.move(card, to);
        toast(words.pipeline.moved(nameOf(card), columnTitle(to)), { undo: () => void moveBack(model, [card]) });
    } catch (error) {
        toastError(error);
    }
}

async function moveMany(model: PipelineModel, cards: readonly Card[], to: MoveTarget, title: string, undo?: (done: readonly Card[]) => void): Promise<void> {
    await model.moveAll(cards, to, async () => {
        const result = await runBulk({ title, items: cards, run: (card, options) => model.send(card, to, options), ...(undo && { undo }) });
        const done = new Set(result.done);
        return cards.filter((card) => !done.has(card));
    });
    await model.refresh(cards.map((card) => card.id));  // a move that was stopped on its way may have been made
}

// The cards as they were: each goes back to its own column.
async function moveBack(model: PipelineModel, cards: readonly Card[]): Promise<void> {
    await Promise.all(byColumn(cards).map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        const to = { status: first.status, subStatus: first.subStatus };
        if (group.length > 1) return moveMany(model, group, to, words.pipeline.undoing(group.length));
        await model.move(first, to).then(() => toast(words.pipeline.movedBack(nameOf(first))), toastError);
    }));
}
