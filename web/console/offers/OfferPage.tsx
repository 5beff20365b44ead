import { useEffect } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { ApiError } from "../api/errors";
import type { Offer, OfferStatus } from "../api/types";
import { nameOf } from "../candidates/candidate_change";
import { candidatePage } from "../candidates/routes";
import { jobPage } from "../jobs/routes";
import { UserName } from "../jobs/job_parts";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { go, href, useQuery, type ScreenProps } from "../router";
import { may } from "../session";
import { crumbs } from "../shell";
import { changeStatus, offerAddress, sendAgain, statusRequest, type OfferRef } from "./offer_change";
import { JobTitle, OfferBadge } from "./offer_parts";
import { isDraft, keyOfStep, nextSteps } from "./offer_steps";
import { offerList } from "./routes";
import { Terms } from "./Terms";
import { offers } from "./words";

const words = offers.page;
const kWithLetter: readonly OfferStatus[] = ["PENDING_ACCEPTANCE", "ACCEPTED", "NOT_ACCEPTED", "ABANDONED"];

export default function OfferPage({ params }: ScreenProps<"/offers/{candidateId}/{jobId}/{offerId}">) {
    const ref: OfferRef = params;
    const offer = useResource(offerAddress(ref));
    const candidate = useResource(at("/candidates/{candidateId}", { candidateId: ref.candidateId }));
    const name = candidate.data ? nameOf(candidate.data) : words.candidate;
    useEffect(() => {
        crumbs.value = [{ title: offers.title, href: href(offerList) }, { title: name }];
        document.title = `${offers.one}: ${name} · Callboard`;
    }, [name]);
    return <article class="screen"><Loaded resource={offer} lines={10}>{(data) => <Shown offer={data} ref_={ref} name={name} />}</Loaded></article>;
}

interface ShownProps {
    readonly offer: Offer;
    readonly ref_: OfferRef;  // `ref` belongs to Preact
    readonly name: string;
}

function Shown({ offer, ref_, name }: ShownProps) {
    const [editing, setEditing] = useQuery("edit");
    const steps = nextSteps(offer.status);
    const changes = may("changeJobs");
    const profile = href(candidatePage, { candidateId: ref_.candidateId });
    useKeys(offers.one, {
        p: { title: offers.keys.candidate, run: () => void go(profile) },
        ...(changes && isDraft(offer.status) && { e: { title: offers.keys.edit, run: () => setEditing("terms") } }),
        ...Object.fromEntries((changes ? steps : []).map((to) => [keyOfStep[to], { title: offers.action[to], run: () => void changeStatus(ref_, to, name) }])),
        ...(changes && offer.status === "PENDING_ACCEPTANCE" && { s: { title: words.resend, run: () => void sendAgain(ref_, name) } }),
    });
    return (
        <>
            <header class="screen-head">
                <h1><a href={profile}><Text>{name}</Text></a></h1>
                <OfferBadge status={offer.status} />
                {changes && <div class="buttons" role="group" aria-label={words.actions}>
                    {steps.map((to, index) => (
                        <Button key={to} kind={to === "ABANDONED" ? "danger" : index === 0 ? "primary" : "plain"} {...(keyOfStep[to] && { keys: keyOfStep[to] })} onClick={() => void changeStatus(ref_, to, name)}>{offers.action[to]}</Button>
                    ))}
                    {offer.status === "PENDING_ACCEPTANCE" && <><Button keys="s" onClick={() => void sendAgain(ref_, name)}>{words.resend}</Button><AsCurl request={statusRequest(ref_, "PENDING_ACCEPTANCE")} /></>}
                    {steps.length === 0 ? <span class="quiet">{words.final}</span> : <AsCurl request={steps.map((to) => statusRequest(ref_, to))} />}
                </div>}
            </header>
            <div class="cards">
                <section class="panel">
                    <h2>{words.terms}</h2>
                    <Terms offer={offer} offerRef={ref_} editing={editing !== "" && isDraft(offer.status)} onEdit={(edit) => setEditing(edit ? "terms" : "")} />
                </section>
                <section class="panel">
                    <h2>{offers.one}</h2>
                    <dl class="facts">
                        <div><dt>{words.job}</dt><dd><a href={href(jobPage, { jobId: ref_.jobId })}><JobTitle jobId={ref_.jobId} /></a></dd></div>
                        <div><dt>{words.created}</dt><dd><Time at={offer.createdOn} /></dd></div>
                        <div><dt>{words.changed}</dt><dd><Time at={offer.updatedOn} /></dd></div>
                        <div><dt>{words.id}</dt><dd><Code>{offer.id}</Code></dd></div>
                    </dl>
                    <h2>{words.documents}</h2>
                    {kWithLetter.includes(offer.status) ? <Documents offerId={offer.id} /> : <p class="quiet">{words.notSent}</p>}
                    <h2>{words.approval}</h2>
                    <Approval offerRef={ref_} />
                </section>
            </div>
        </>
    );
}

function Documents({ offerId }: { offerId: string }) {
    const documents = useResource(at("/offers/{offerId}/documents", { offerId }));
    if (documents.error instanceof ApiError && documents.error.status === 409) return <p class="quiet">{words.notSent}</p>;  // withdrawn as a draft
    return (
        <Loaded resource={documents} lines={1}>
            {(data) => (data.documents.length === 0 ? <p class="quiet">{words.noDocuments}</p> : (
                <ul class="links">
                    {data.documents.map(({ id, name, createdDate }) => {
                        const url = at("/offers/{offerId}/documents/{documentId}", { offerId, documentId: id });
                        return <li key={id}><a href={url} download={name} aria-label={`${words.download}: ${name}`}><Text>{name}</Text></a> <Time at={createdDate} /> <AsCurl request={{ method: "GET", url, saveAs: name }} /></li>;
                    })}
                </ul>
            ))}
        </Loaded>
    );
}

// A server without approvals answers 404.
function Approval({ offerRef }: { offerRef: OfferRef }) {
    const approval = useResource(at("/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}/approvals/latest", { ...offerRef }));
    if (approval.error instanceof ApiError && approval.error.status === 404) return <p class="quiet">{words.noApproval}</p>;
    return (
        <Loaded resource={approval} lines={2}>
            {(request) => (
                <>
                    <p>{words.approvalStatus}: <Badge tone={request.status === "APPROVED" ? "good" : request.status === "PENDING" ? "wait" : "bad"}>{offers.approval[request.status]}</Badge></p>
                    <ol>{request.steps.map((step, index) => <li key={index}>{offers.approval[step.status]}: {step.approvers.map((one) => <span key={one.id}><UserName userId={one.id} /> ({offers.approval[one.decision]}) </span>)}</li>)}</ol>
                </>
            )}
        </Loaded>
    );
}
