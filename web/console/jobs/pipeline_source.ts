// Where a pipeline comes from: the operations of the API.
import { at } from "../api/address";
import { drop } from "../api/cache";
import { read, send } from "../api/client";
import { columnKey, type Card } from "./pipeline_columns";
import type { PipelineSource } from "./pipeline_model";

const kPageSize = 100;

export function applicationsAddress(jobId: string, column: Pick<Card, "status"> & { subStatus?: string | undefined }, sort: "newestMove" | "oldestMove", pageId?: string) {
    return at("/applications", { jobId, status: [column.status], subStatus: column.subStatus, sort, limit: kPageSize, pageId });
}

export function pipelineSource(jobId: string): PipelineSource {
    return {
        counts: async () => (await read(at("/jobs/{jobId}/pipeline", { jobId }))).columns,

        // The API selects a step, but not "no step": other steps of the status are left out here.
        page: async (column, pageId, order) => {
            let page = await read(applicationsAddress(jobId, column, order, pageId));
            const own = (rows: readonly Card[]) => rows.filter((card) => columnKey(card) === column.key);
            let cards = own(page.content);
            while (cards.length === 0 && page.nextPageId !== null && column.count > column.cards.length) {
                page = await read(applicationsAddress(jobId, column, order, page.nextPageId));
                cards = own(page.content);
            }
            return { cards, next: page.nextPageId, last: page.content.at(-1)?.movedOn };
        },

        move: async (card, { status, subStatus, reason }, options) => {
            const body = { status, ...(subStatus !== undefined && { subStatus }), ...(reason !== undefined && { reason }) };
            await send("PUT", at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId: card.candidate.id, jobId }), body, options);
            drop({ prefix: `/candidates/${card.candidate.id}` });
        },
    };
}
