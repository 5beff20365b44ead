// Changes of one application: shown at once, sent, and taken back by undo.
import { at } from "../api/address";
import { patch, patchAll } from "../api/cache";
import { send, type SendOptions } from "../api/client";
import type { ApplicationLine } from "../api/types";
import type { ApplicationStatus, Assignment, CandidateDetails, CandidateStatus } from "../api/types";
import { jobs } from "../jobs/words";
import { announce } from "../parts/LiveRegion";
import { toast, toastError } from "../parts/Toast";
import { nameOf } from "./candidate_change";
import { candidates as words } from "./words";

export interface ApplicationRef {
    readonly candidateId: string;
    readonly name: string;
    readonly job: { readonly id: string; readonly title: string };
    readonly place: CandidateStatus;  // where it is now
}

export function placeOf({ status, subStatus, startsOn, reasonOfRejection, reasonOfWithdrawal }: Omit<Assignment, "job" | "source" | "actions">): CandidateStatus {
    const reason = (status === "REJECTED" ? reasonOfRejection : status === "WITHDRAWN" ? reasonOfWithdrawal : undefined)?.id;
    return { status, ...(subStatus !== undefined && { subStatus }), ...(startsOn !== undefined && { startsOn }), ...(reason !== undefined && { reason }) };
}

export function refsOf(candidate: CandidateDetails): (ApplicationRef & { assignment: Assignment })[] {
    const all = [...(candidate.primaryAssignment ? [candidate.primaryAssignment] : []), ...candidate.secondaryAssignments];
    return all.map((assignment) => ({ candidateId: candidate.id, name: nameOf(candidate), job: assignment.job, place: placeOf(assignment), assignment }));
}

export function refOfRow({ candidate, job, status, subStatus }: ApplicationLine): ApplicationRef {
    return { candidateId: candidate.id, name: nameOf(candidate), job, place: { status, ...(subStatus !== undefined && { subStatus }) } };
}

export function changesOf({ candidateId, job }: ApplicationRef): NonNullable<SendOptions["changes"]> {
    return [{ entity: "application" }, { entity: "candidate", id: candidateId }, { prefix: `/jobs/${job.id}/pipeline` }];
}

export function statusAddress({ candidateId, job }: ApplicationRef) {
    return at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId, jobId: job.id });
}

export function placeText({ status, subStatus }: { status: ApplicationStatus; subStatus?: string | undefined }): string {
    return words.applications.step(jobs.applicationStatus[status], subStatus);
}

// A candidate whose application is at another place. The label of the reason is not known yet.
export function withPlace(candidate: CandidateDetails, jobId: string, to: CandidateStatus): CandidateDetails {
    const moved = (assignment: Assignment): Assignment => {
        if (assignment.job.id !== jobId) return assignment;
        const { subStatus: _, reasonOfRejection: __, reasonOfWithdrawal: ___, ...rest } = assignment;
        return { ...rest, status: to.status, ...(to.subStatus !== undefined && { subStatus: to.subStatus }), ...(to.startsOn !== undefined && { startsOn: to.startsOn }) };
    };
    return {
        ...candidate,
        ...(candidate.primaryAssignment && { primaryAssignment: moved(candidate.primaryAssignment) }),
        secondaryAssignments: candidate.secondaryAssignments.map(moved),
    };
}

function showMove({ candidateId, job }: ApplicationRef, to: CandidateStatus): () => void {
    const undoCandidate = patch(at("/candidates/{candidateId}", { candidateId }), (candidate) => withPlace(candidate, job.id, to));
    const undoRows = patchAll<{ content?: ApplicationLine[] }>("/applications?", (page) => ({
        ...page,
        content: (page.content ?? []).map((row) => (row.candidate.id === candidateId && row.job.id === job.id ? { ...row, status: to.status } : row)),
    }));
    return () => {
        undoCandidate();
        undoRows();
    };
}

// Moves without asking; says what the server refuses.
export function moveApplication(application: ApplicationRef, to: CandidateStatus, options: { undoing?: boolean } = {}): Promise<void> {
    return tryMove(application, to, options).catch(toastError);
}

// The same for a dialog, which stays open if the server refuses.
export async function tryMove(application: ApplicationRef, to: CandidateStatus, options: { undoing?: boolean } = {}): Promise<void> {
    const takeBack = showMove(application, to);
    const text = (options.undoing ? words.applications.movedBack : words.applications.moved)(application.job.title, placeText(to));
    announce(`${application.name}, ${text}`);
    try {
        await send("PUT", statusAddress(application), to, { changes: changesOf(application) });
        toast(text, options.undoing ? {} : { undo: () => void moveApplication({ ...application, place: to }, application.place, { undoing: true }) });
    } catch (error) {
        takeBack();
        throw error;
    }
}
