// Where a pipeline comes from: the operations of the API.
import { at, type Address } from "../api/address";
import { drop } from "../api/cache";
import { read, send } from "../api/client";
import { placeOf } from "../candidates/application_moves";
import { columnKey, type Order, type Target } from "./pipeline_columns";
import type { PipelineSource } from "./pipeline_model";

const kPageSize = 100;

// A column without a step has the applications that are in none of them.
function pageAddress(jobId: string, { status, subStatus }: Target, sort: Order, pageId?: string): Address<"/applications"> {
    const step = subStatus === undefined ? { hasSubStatus: false } : { subStatus };
    return at("/applications", { jobId, status: [status], ...step, sort, limit: kPageSize, pageId });
}

export function pipelineSource(jobId: string): PipelineSource {
    return {
        counts: async () => (await read(at("/jobs/{jobId}/pipeline", { jobId }))).columns,

        page: async (column, pageId, order) => {
            const page = await read(pageAddress(jobId, column, order, pageId));
            return { cards: page.content.filter((card) => columnKey(card) === column.key), next: page.nextPageId, last: page.content.at(-1)?.movedOn };
        },

        place: async ({ candidate }, options) => placeOf(await read(at("/candidates/{candidateId}/jobs/{jobId}", { candidateId: candidate.id, jobId }), options)),

        move: async (card, { status, subStatus, reason, startsOn }, options) => {
            const body = { status, ...(subStatus !== undefined && { subStatus }), ...(reason !== undefined && { reason }), ...(startsOn !== undefined && { startsOn }) };
            await send("PUT", at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId: card.candidate.id, jobId }), body, options);
            drop({ prefix: `/candidates/${card.candidate.id}` });
        },
    };
}
