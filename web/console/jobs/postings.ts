// Which ads of a job are published, and how each is published again in the same way.
import { at } from "../api/address";
import { read, send } from "../api/client";
import type { JobAdItem, PublicationInput } from "../api/types";

const kPostings = "/jobs/{jobId}/jobads/{jobAdId}/postings";

export interface PublishedAd {
    readonly jobAdId: string;
    readonly input: PublicationInput;
    readonly current: boolean;  // false: it was changed since, and publishing it again would show the changes
}

// Of what is public, the API says by its publications whether it is also on free job boards.
async function publishedAd(jobId: string, changedOn: string, { id, visibility, updatedOn }: JobAdItem): Promise<PublishedAd> {
    const { content } = await read(at(kPostings, { jobId, jobAdId: id, activeOnly: true }));
    return {
        jobAdId: id,
        input: visibility === "INTERNAL" ? { visibility: "INTERNAL" } : { visibility: "PUBLIC", aggregators: content.some(({ type }) => type === "FREE") },
        current: content.every(({ publishedOn }) => publishedOn >= updatedOn && publishedOn >= changedOn),
    };
}

// Of all ads, or of one, what is published now. The default ad is the first, as in the list of ads.
export async function publishedAds(jobId: string, only?: string): Promise<PublishedAd[]> {
    const published: PublishedAd[] = [];
    const { updatedOn } = await read(at("/jobs/{jobId}", { jobId }));
    for (const ad of await read(at("/jobs/{jobId}/jobads", { jobId }))) {
        if (ad.postingStatus !== "PUBLISHED" || (only !== undefined && ad.id !== only)) continue;
        published.push(await publishedAd(jobId, updatedOn, ad));
    }
    return published;
}

// One after the other: the others can be published only while the default ad is.
export async function publishAgain(jobId: string, ads: readonly PublishedAd[]): Promise<void> {
    for (const { jobAdId, input } of ads) await send("POST", at(kPostings, { jobId, jobAdId }), input, { changes: [{ entity: "job", id: jobId }] });
}
