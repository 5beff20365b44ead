import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import type { CandidateDetails, ConsentRequests } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Loaded } from "../parts/Loaded";
import { toast, toastError } from "../parts/Toast";
import { Time } from "../parts/Time";
import { may } from "../session";
import { nameOf } from "./candidate_change";
import { ConsentBadge } from "./candidate_parts";
import type { TabProps } from "./Profile";
import { candidates as words } from "./words";

const address = at("/candidates/consent-requests");
const bodyOf = (candidateId: string): ConsentRequests => ({ content: [{ id: candidateId }] });

export async function requestConsent(candidate: CandidateDetails): Promise<void> {
    const { id: candidateId } = candidate;
    const body = bodyOf(candidateId);
    if (!(await confirm({ title: words.consent.title(nameOf(candidate)), text: words.consent.help, action: words.consent.request, request: { method: "POST", url: address, body } }))) return;
    const takeBack = patch(at("/candidates/{candidateId}/consent", { candidateId }), (consent) => (consent.status === "REQUIRED" ? { status: "PENDING" as const } : consent));
    try {
        const { results } = await send("POST", address, body, { changes: [{ entity: "candidate", id: candidateId }] });
        if (results[0]?.status !== 202) throw new Error(words.consent.refused);
        toast(words.consent.requested);
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

export function Consent({ candidate }: TabProps) {
    const { id: candidateId } = candidate;
    const consent = useResource(at("/candidates/{candidateId}/consent", { candidateId }));
    const consents = useResource(at("/candidates/{candidateId}/consents", { candidateId }));
    const asked = consents.data?.recentPendingRequestCreatedOn;
    return (
        <Loaded resource={consent} lines={1}>
            {({ status, date }) => (
                <>
                    <p><ConsentBadge status={status} /> {status === "ACQUIRED" && date !== undefined && <Time at={date} />}{status === "PENDING" && asked !== undefined && <>{words.consent.since} <Time at={asked} /></>}</p>
                    <ul class="links">
                        {(consents.data?.decisions ?? []).filter((one) => one.decidedOn !== undefined).map((one, index) => (
                            <li key={index} class="quiet">{words.consent.decision[one.status]}: {one.scope}, <Time at={one.decidedOn} /></li>
                        ))}
                    </ul>
                    {may("changeJobs") && status !== "ACQUIRED" && (
                        <>
                            <div class="buttons">
                                <Button small keys="q" onClick={() => void requestConsent(candidate)}>{status === "PENDING" ? words.consent.again : words.consent.request}</Button>
                                <AsCurl request={{ method: "POST", url: address, body: bodyOf(candidateId) }} />
                            </div>
                            <p class="quiet">{words.consent.help}</p>
                        </>
                    )}
                </>
            )}
        </Loaded>
    );
}
