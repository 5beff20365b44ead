import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { Assignment } from "../api/types";
import { pipeline } from "../jobs/routes";
import { newOffer, offerPage } from "../offers/routes";
import { offers as offerWords } from "../offers/words";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { href } from "../router";
import { may } from "../session";
import { openDialog } from "./ApplicationDialogs";
import { statusAddress, type ApplicationRef } from "./application_moves";
import { ApplicationMenu, MoveMenu, StatusBadge } from "./candidate_parts";
import { useSelected, type TabProps } from "./Profile";
import { newCandidate } from "./routes";
import { candidates } from "./words";

const words = candidates.applications;

export function Applications({ candidate }: TabProps) {
    const { refs, selected, select } = useSelected(candidate);
    return (
        <section aria-label={candidates.profile.applications}>
            {refs.length === 0 && <p class="notice">{words.none}</p>}
            {refs.map((ref) => <ApplicationPanel key={ref.job.id} application={ref} current={ref === selected} several={refs.length > 1} onSelect={() => select(ref.job.id)} />)}
            {may("changeJobs") && <p><a href={href(newCandidate, undefined, { from: candidate.id })}>{words.addToJob}</a> <kbd aria-hidden="true">a</kbd></p>}
        </section>
    );
}

interface PanelProps {
    readonly application: ApplicationRef & { assignment: Assignment };
    readonly current: boolean;
    readonly several: boolean;
    readonly onSelect: () => void;
}

function ApplicationPanel({ application, current, several, onSelect }: PanelProps) {
    const { candidateId, job, assignment } = application;
    const reason = assignment.reasonOfRejection ?? assignment.reasonOfWithdrawal;
    const changes = may("changeJobs");
    const keys = (key: string) => (current ? { keys: key } : {});
    const offer = href(newOffer, { candidateId, jobId: job.id });
    return (
        <section class="panel" aria-label={job.title} aria-current={several && current ? "true" : undefined}>
            <header class="screen-head">
                <h2><a href={href(pipeline, { jobId: job.id })}><Text>{job.title}</Text></a></h2>
                <StatusBadge status={assignment.status} subStatus={assignment.subStatus} />
                {several && (current ? <Badge tone="accent">{words.current}</Badge> : <Button small kind="quiet" keys="n" onClick={onSelect}>{words.select}</Button>)}
            </header>
            <p class="quiet">
                {words.sourceName}: <Text>{assignment.source}</Text>
                {assignment.startsOn !== undefined && <> · {words.startsOn}: <Time at={assignment.startsOn} as="date" /></>}
                {reason !== undefined && <> · {words.reason}: <Text>{reason.label}</Text></>}
                <Onboarding candidateId={candidateId} jobId={job.id} />
            </p>
            <ApplicationOffers candidateId={candidateId} jobId={job.id} />
            {changes && (
                <div class="buttons">
                    <MoveMenu application={application} keys={current ? "m" : undefined} />
                    {assignment.status !== "REJECTED" && <Button small kind="danger" {...keys("r")} onClick={() => openDialog("reject", application)}>{words.reject}</Button>}
                    <Button small href={offer} {...keys("o")}>{words.offer}</Button>
                    <ApplicationMenu application={application} current={current} />
                    <AsCurl request={{ method: "PUT", url: statusAddress(application), body: application.place }} />
                </div>
            )}
        </section>
    );
}

function Onboarding({ candidateId, jobId }: { candidateId: string; jobId: string }) {
    const onboarding = useResource(at("/candidates/{candidateId}/jobs/{jobId}/onboardingStatus", { candidateId, jobId })).data?.onboardingStatus;
    return onboarding ? <> · {words.onboardingStatus[onboarding]}</> : null;
}

function ApplicationOffers({ candidateId, jobId }: { candidateId: string; jobId: string }) {
    const offers = useResource(at("/candidates/{candidateId}/jobs/{jobId}/offers", { candidateId, jobId, limit: 100 })).data?.content ?? [];
    if (offers.length === 0) return null;
    return (
        <p>{words.offers}: {offers.map((offer) => <span key={offer.id}><a href={href(offerPage, { candidateId, jobId, offerId: offer.id })}>{offerWords.status[offer.status]}</a> <Time at={offer.updatedOn} /> </span>)}</p>
    );
}
