// Changes of the status of an offer.
import { at } from "../api/address";
import { drop, patch } from "../api/cache";
import { send, type SendOptions } from "../api/client";
import type { RequestDescription } from "../api/curl";
import { ApiError } from "../api/errors";
import type { OfferStatus } from "../api/types";
import { confirm } from "../parts/Confirm";
import { toast, toastError } from "../parts/Toast";
import { offers as words } from "./words";

export interface OfferRef {
    readonly candidateId: string;
    readonly jobId: string;
    readonly offerId: string;
}

export function offerAddress(ref: OfferRef) {
    return at("/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}", { ...ref });
}

export function changesOf({ candidateId, jobId, offerId }: OfferRef): NonNullable<SendOptions["changes"]> {
    return [{ entity: "offer", id: offerId }, { entity: "candidate", id: candidateId }, { entity: "application" }, { prefix: `/jobs/${jobId}/pipeline` }];
}

// Every step is final: none leads back.
export function question(to: OfferStatus, name: string): { title: string; text: string } | undefined {
    switch (to) {
        case "PENDING_ACCEPTANCE": return { title: words.page.sendTitle(name), text: words.page.sendText };
        case "ABANDONED": return { title: words.page.withdrawTitle, text: words.page.withdrawText };
        case "ACCEPTED":
        case "NOT_ACCEPTED": return { title: words.page.answerTitle(words.action[to]), text: words.page.answerText };
        case "NOT_APPROVED": return { title: words.page.answerTitle(words.action[to]), text: words.page.refuseText };
        case "PENDING_APPROVAL": return { title: words.page.approvalTitle, text: words.page.approvalText };
        case "APPROVED": return { title: words.page.approveTitle, text: words.page.approveText };
        case "CREATED": return undefined;  // no step leads to a draft
    }
}

export function statusRequest(ref: OfferRef, status: OfferStatus): RequestDescription {
    return { method: "PATCH", url: offerAddress(ref), body: { status } };
}

// Asks first: the step cannot be taken back.
export async function changeStatus(ref: OfferRef, to: OfferStatus, name: string): Promise<void> {
    const asked = question(to, name);
    const danger = to === "ABANDONED" || to === "NOT_APPROVED" || to === "NOT_ACCEPTED";
    if (asked !== undefined && !(await confirm({ ...asked, action: words.action[to], danger, request: statusRequest(ref, to) }))) return;
    const takeBack = patch(offerAddress(ref), (offer) => ({ ...offer, status: to }));
    try {
        await send("PATCH", offerAddress(ref), { status: to }, { changes: changesOf(ref) });
        toast(words.page.moved(words.status[to]));
    } catch (error) {
        takeBack();
        if (error instanceof ApiError && error.status === 409) drop({ entity: "offer", id: ref.offerId });
        toastError(error);
    }
}

// A sent offer gets a new link: the old one has expired, or the address was changed.
export async function sendAgain(ref: OfferRef, name: string): Promise<void> {
    if (!(await confirm({ title: words.page.resendTitle(name), text: words.page.resendText, action: words.page.resend, request: statusRequest(ref, "PENDING_ACCEPTANCE") }))) return;
    await send("PATCH", offerAddress(ref), { status: "PENDING_ACCEPTANCE" }, { changes: changesOf(ref) }).then(() => toast(words.page.resent), toastError);
}
