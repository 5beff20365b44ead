import type { ApprovalDecision, ApprovalStatus, OfferStatus } from "../api/types";

const status: Record<OfferStatus, string> = {
    CREATED: "Draft", PENDING_APPROVAL: "In approval", APPROVED: "Approved", NOT_APPROVED: "Not approved", PENDING_ACCEPTANCE: "Sent",
    ACCEPTED: "Accepted", NOT_ACCEPTED: "Declined", ABANDONED: "Withdrawn",
};
// What one does to bring an offer into a status.
const action: Record<OfferStatus, string> = {
    CREATED: "Draft", PENDING_APPROVAL: "Ask for approval", APPROVED: "Approve", NOT_APPROVED: "Refuse approval", PENDING_ACCEPTANCE: "Send to the candidate",
    ACCEPTED: "Record: accepted", NOT_ACCEPTED: "Record: declined", ABANDONED: "Withdraw offer",
};

const approval: Record<ApprovalDecision | ApprovalStatus, string> = { PENDING: "Pending", APPROVED: "Approved", REJECTED: "Rejected", SKIPPED: "Skipped", ABANDONED: "Withdrawn" };

export const offers = {
    title: "Offers",
    one: "Offer",
    create: "Create offer",
    status,
    action,
    approval,
    list: {
        placeholder: "status:CREATED, age:30d",
        candidate: "Candidate", job: "Job", status: "Status", amount: "Salary", start: "First day", created: "Created", updated: "Changed",
        age: "Created within", week: "7 days", month: "30 days", quarter: "90 days",
        emptyTitle: "No offers yet",
        emptyText: "An offer is made for an application: open a candidate and choose “Create offer”.",
        noMatchTitle: "No offer matches", noMatchText: "Remove a filter.",
        candidates: "Open candidates",
    },
    page: {
        terms: "Terms", noTerms: "No terms are filled in.", edit: "Edit terms", saved: "Terms saved", nothingChanged: "Nothing was changed",
        missing: "Before it can be sent, the offer needs:",
        fixed: "Terms can be changed while the offer is a draft.",
        approval: "Approval", noApproval: "There is no approval request. Approval is recorded by the status of the offer.", approvalStatus: "Status",
        documents: "Documents", notSent: "The offer letter is generated when the offer is sent.", download: "Download", noDocuments: "No documents",
        candidate: "Candidate", job: "Job", created: "Created", changed: "Changed", id: "Id",
        sendTitle: (who: string) => `Send the offer to ${who}?`,
        sendText: "The offer letter is generated, the application moves to Offered, and the candidate gets a mail with a link to accept or decline. A sent offer cannot become a draft again.",
        approvalTitle: "Ask for approval?",
        approvalText: "The terms cannot be changed any more, and the offer cannot become a draft again. It can be sent once it is approved.",
        approveTitle: "Approve the offer?",
        approveText: "The approval is final. An approved offer can be sent or withdrawn.",
        withdrawTitle: "Withdraw the offer?",
        withdrawText: "The link in the mail of the candidate becomes invalid. A withdrawn offer cannot be used again; you can create another one.",
        answerTitle: (text: string) => `${text}?`,
        answerText: "The answer is final: the link in the mail of the candidate becomes invalid.",
        refuseText: "An offer that was not approved cannot be used again; you can create another one.",
        moved: (text: string) => `Offer: ${text}`,
        actions: "Actions", final: "This offer is closed.",
        resend: "Send the mail again", resent: "The candidate has a mail with a valid link",
        resendTitle: (who: string) => `Send the mail to ${who} again?`,
        resendText: "If the link of the last mail has expired, or the address of the candidate was changed, another mail with a new link is sent. Otherwise nothing is sent.",
    },
    form: { created: "Offer created", forWhom: "For", draftHelp: "The offer is a draft until you send it." },
    keys: { edit: "Edit terms", candidate: "Open candidate" },
};
