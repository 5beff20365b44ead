import { at } from "../api/address";
import { useResource, useResources } from "../api/cache";
import { offerPage } from "../offers/routes";
import { offers as offerWords } from "../offers/words";
import { Failed } from "../parts/Failed";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { Timeline, type TimelineEntry } from "../parts/Timeline";
import { href } from "../router";
import { placeText } from "./application_moves";
import { useSelected, type TabProps } from "./Profile";
import { happenings, type Happening } from "./timeline_entries";
import { candidates } from "./words";

const words = candidates.timeline;
const tones = { HIRED: "good", REJECTED: "bad", WITHDRAWN: "bad", ACCEPTED: "good", NOT_ACCEPTED: "bad", ABANDONED: "bad", NOT_APPROVED: "bad" } as const;
const toneOf = (status: string) => tones[status as keyof typeof tones] ?? "accent";

function entryOf(one: Happening, candidateId: string, index: number): TimelineEntry {
    const common = { key: `${one.at} ${index}`, at: one.at };
    switch (one.kind) {
        case "added": return { ...common, title: words.added };
        case "status": return { ...common, tone: toneOf(one.status), title: <>{one.first && `${words.applied}: `}{placeText(one)}</>, text: <Text>{one.job.title}</Text> };
        case "offer": return {
            ...common, tone: toneOf(one.status), text: <Text>{one.job.title}</Text>,
            title: <a href={href(offerPage, { candidateId, jobId: one.job.id, offerId: one.offerId })}>{words.offer(offerWords.status[one.status])}</a>,
        };
        case "consent": return {
            ...common, tone: one.decision === "acquired" ? "good" : one.decision === "declined" ? "bad" : "neutral",
            title: one.decision === "requested" ? words.consentRequested : candidates.consent.decision[one.decision],
        };
    }
}

export function History({ candidate }: TabProps) {
    const { refs } = useSelected(candidate);
    const candidateId = candidate.id;
    const histories = useResources(refs.map(({ job }) => at("/candidates/{candidateId}/jobs/{jobId}/status/history", { candidateId, jobId: job.id })));
    const offers = useResources(refs.map(({ job }) => at("/candidates/{candidateId}/jobs/{jobId}/offers", { candidateId, jobId: job.id, limit: 100 })));
    const consents = useResource(at("/candidates/{candidateId}/consents", { candidateId }));
    const resources = [...histories, ...offers, consents];
    const failed = resources.find((one) => one.error !== undefined && one.data === undefined);
    if (failed?.error) return <Failed error={failed.error} onRetry={() => resources.forEach((one) => { if (one.error) one.reload(); })} />;
    if (resources.some((one) => one.loading)) return <Skeleton lines={6} />;
    const all = happenings(candidate, refs.map(({ job }, index) => ({ job, history: histories[index]?.data, offers: offers[index]?.data?.content })), consents.data);
    return <Timeline label={words.label} entries={all.map((one, index) => entryOf(one, candidateId, index))} />;
}
