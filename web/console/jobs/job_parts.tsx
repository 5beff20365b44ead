// Small things that several screens of a job show.
import { useEffect } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { JobDetails, JobStatusName, PostingStatus } from "../api/types";
import { Badge, type Tone } from "../parts/Badge";
import { Pending } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { href } from "../router";
import { crumbs } from "../shell";
import { jobList, jobPage } from "./routes";
import { jobs as words } from "./words";

export const kJobStatuses: readonly JobStatusName[] = ["CREATED", "SOURCING", "INTERVIEW", "OFFER", "FILLED", "ON_HOLD", "CANCELLED"];

const toneOfStatus: Record<JobStatusName, Tone> = {
    CREATED: "neutral", SOURCING: "accent", INTERVIEW: "accent", OFFER: "accent", FILLED: "good", ON_HOLD: "wait", CANCELLED: "bad",
};

export function JobStatusBadge({ status }: { status: JobStatusName }) {
    return <Badge tone={toneOfStatus[status]}>{words.jobStatus[status]}</Badge>;
}

export function PostingBadge({ posting }: { posting: PostingStatus }) {
    return <Badge tone={posting === "NOT_PUBLISHED" ? "neutral" : "good"}>{words.posting[posting]}</Badge>;
}

// The breadcrumb of a screen of one job: Jobs › Line Cook › Pipeline.
export function useJobCrumbs(job: JobDetails | undefined, screen?: string): void {
    useEffect(() => {
        if (job === undefined) return;
        crumbs.value = [
            { title: words.title, href: href(jobList) },
            { title: job.title, href: href(jobPage, { jobId: job.id }) },
            ...(screen === undefined ? [] : [{ title: screen }]),
        ];
        document.title = `${job.title} · Callboard`;
    }, [job?.id, job?.title, screen]);
}

export function UserName({ userId }: { userId: string }) {
    const user = useResource(at("/user-api/v201804/users/{userId}", { userId }));
    if (user.data === undefined && user.error === undefined) return <Pending />;
    return <Text>{user.data ? `${user.data.firstName} ${user.data.lastName}` : userId}</Text>;
}
