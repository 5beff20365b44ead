// What happened to a candidate, from all sources that the API has, newest first.
import type { ApplicationStatus, CandidateConsentDecisions, CandidateDetails, CandidateStatusHistory, Offer, OfferStatus } from "../api/types";

export type Happening =
    | { readonly kind: "added"; readonly at: string }
    | { readonly kind: "status"; readonly at: string; readonly job: { readonly id: string; readonly title: string }; readonly status: ApplicationStatus; readonly subStatus?: string | undefined; readonly first: boolean }
    | { readonly kind: "offer"; readonly at: string; readonly job: { readonly id: string; readonly title: string }; readonly status: OfferStatus; readonly offerId: string }
    | { readonly kind: "consent"; readonly at: string; readonly decision: "acquired" | "declined" | "required" | "requested" };

export interface ApplicationRecord {
    readonly job: { readonly id: string; readonly title: string };
    readonly history: CandidateStatusHistory | undefined;
    readonly offers: readonly Offer[] | undefined;
}

function ofApplication({ job, history, offers }: ApplicationRecord): Happening[] {
    const moves = (history?.content ?? []).map((change, index): Happening => ({
        kind: "status", at: change.changedOn, job, status: change.status, subStatus: change.subStatus, first: index === 0,
    }));
    const made = (offers ?? []).flatMap((offer): Happening[] => [
        { kind: "offer", at: offer.createdOn, job, status: "CREATED", offerId: offer.id },
        ...(offer.status === "CREATED" ? [] : [{ kind: "offer" as const, at: offer.updatedOn, job, status: offer.status, offerId: offer.id }]),
    ]);
    return [...moves, ...made];
}

function ofConsent({ decisions, recentPendingRequestCreatedOn: asked }: CandidateConsentDecisions): Happening[] {
    const decided = decisions.flatMap((one): Happening[] => (one.decidedOn === undefined ? [] : [{ kind: "consent", at: one.decidedOn, decision: one.status }]));
    return asked === undefined ? decided : [...decided, { kind: "consent", at: asked, decision: "requested" }];
}

export function happenings(candidate: Pick<CandidateDetails, "createdOn">, applications: readonly ApplicationRecord[], consents: CandidateConsentDecisions | undefined): Happening[] {
    const all: Happening[] = [{ kind: "added", at: candidate.createdOn }, ...applications.flatMap(ofApplication), ...(consents ? ofConsent(consents) : [])];
    return all.map((one, index) => ({ one, index })).sort((a, b) => b.one.at.localeCompare(a.one.at) || b.index - a.index).map(({ one }) => one);
}
