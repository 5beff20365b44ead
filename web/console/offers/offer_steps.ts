// Which status an offer can have next, as src/offers/offer.h.
import type { OfferStatus } from "../api/types";
import type { Tone } from "../parts/Badge";

export const kOfferStatuses: readonly OfferStatus[] = ["CREATED", "PENDING_APPROVAL", "APPROVED", "NOT_APPROVED", "PENDING_ACCEPTANCE", "ACCEPTED", "NOT_ACCEPTED", "ABANDONED"];

const steps: Record<OfferStatus, readonly OfferStatus[]> = {
    CREATED: ["PENDING_ACCEPTANCE", "PENDING_APPROVAL", "ABANDONED"],
    PENDING_APPROVAL: ["APPROVED", "NOT_APPROVED", "ABANDONED"],
    APPROVED: ["PENDING_ACCEPTANCE", "ABANDONED"],
    NOT_APPROVED: [],
    PENDING_ACCEPTANCE: ["ACCEPTED", "NOT_ACCEPTED", "ABANDONED"],
    ACCEPTED: [],
    NOT_ACCEPTED: [],
    ABANDONED: [],
};

export function nextSteps(status: OfferStatus): readonly OfferStatus[] {
    return steps[status];
}

export function isOpen(status: OfferStatus): boolean {
    return steps[status].length > 0;
}

export const kOpenStatuses = kOfferStatuses.filter(isOpen);

// The terms can be changed only now.
export function isDraft(status: OfferStatus): boolean {
    return status === "CREATED";
}

export const toneOfOffer: Record<OfferStatus, Tone> = {
    CREATED: "neutral", PENDING_APPROVAL: "wait", APPROVED: "accent", NOT_APPROVED: "bad", PENDING_ACCEPTANCE: "wait", ACCEPTED: "good", NOT_ACCEPTED: "bad", ABANDONED: "bad",
};

// Keys of the offer page.
export const keyOfStep: Partial<Record<OfferStatus, string>> = {
    PENDING_ACCEPTANCE: "s", PENDING_APPROVAL: "q", APPROVED: "a", NOT_APPROVED: "d", ACCEPTED: "a", NOT_ACCEPTED: "d", ABANDONED: "w",
};
