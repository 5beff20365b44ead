// Moves of one card or of many, with what people see of them: messages, progress, undo.
import { at } from "../api/address";
import type { SendOptions } from "../api/client";
import type { RequestDescription } from "../api/curl";
import type { ApplicationStatus } from "../api/types";
import { runBulk, type BulkJob } from "../parts/bulk";
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

// "as curl": the request of the first card stands for all.
export function moveRequest(model: PipelineModel, [first]: readonly Card[], key: string): RequestDescription | undefined {
    const to = model.find(key);
    if (first === undefined || to === undefined) return undefined;
    return {
        method: "PUT", url: at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId: first.candidate.id, jobId: first.job.id }),
        body: { status: to.status, ...(to.subStatus !== undefined && { subStatus: to.subStatus }) },
    };
}

type Places = Map<string, MoveTarget>;  // where cards were, by their ids

// With a reason or a first day, which a card does not have: it is read before the application leaves, for the way back.
const kWithDetails: ReadonlySet<ApplicationStatus> = new Set(["REJECTED", "WITHDRAWN", "HIRED"]);

async function sendMove(model: PipelineModel, card: Card, to: MoveTarget, before: Places, options?: SendOptions): Promise<void> {
    if (kWithDetails.has(card.status)) before.set(card.id, await model.placeOf(card, options));
    await model.send(card, to, options);
}

export async function moveCards(model: PipelineModel, cards: readonly Card[], to: MoveTarget): Promise<void> {
    const [first] = cards;
    const before: Places = new Map();
    if (first === undefined) return;
    if (cards.length === 1) return moveOne(model, first, to, before);
    await moveMany(model, cards, to, {
        title: words.pipeline.moving(cards.length, columnTitle(to)), run: (card, options) => sendMove(model, card, to, before, options), undo: (done) => void moveBack(model, done, before),
    });
}

async function moveOne(model: PipelineModel, card: Card, to: MoveTarget, before: Places): Promise<void> {
    try {
        await model.moveAll([card], to, async () => {
            await sendMove(model, card, to, before);
            return [];
        });
        toast(words.pipeline.moved(nameOf(card), columnTitle(to)), { undo: () => void moveBack(model, [card], before) });
    } catch (error) {
        toastError(error);
    }
}

async function moveMany(model: PipelineModel, cards: readonly Card[], to: MoveTarget, job: Omit<BulkJob<Card>, "items">): Promise<void> {
    await model.moveAll(cards, to, async () => {
        const result = await runBulk({ ...job, items: cards });
        const done = new Set(result.done);
        return cards.filter((card) => !done.has(card));
    });
    await model.refresh(cards.map((card) => card.id));  // a move that was stopped on its way may have been made
}

// The cards as they were: each goes back to its own column.
async function moveBack(model: PipelineModel, cards: readonly Card[], before: Places): Promise<void> {
    const placeOf = (card: Card): MoveTarget => before.get(card.id) ?? { status: card.status, subStatus: card.subStatus };
    await Promise.all(byColumn(cards).map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        if (group.length === 1) return model.move(first, placeOf(first)).then(() => toast(words.pipeline.movedBack(nameOf(first))), toastError);
        const to = { status: first.status, subStatus: first.subStatus };
        await moveMany(model, group, to, { title: words.pipeline.undoing(group.length), run: (card, options) => model.send(card, placeOf(card), options) });
    }));
}
