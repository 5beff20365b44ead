// Small things that several screens of candidates show.
import { useEffect } from "preact/hooks";
import type { ApplicationStatus, CandidateDetails, ConsentStatus } from "../api/types";
import { Badge, type Tone } from "../parts/Badge";
import { Menu, type MenuItem } from "../parts/Menu";
import { href } from "../router";
import { me } from "../session";
import { crumbs } from "../shell";
import { applicationAddress, deleteApplication, openDialog } from "./ApplicationDialogs";
import { moveApplication, placeText, statusAddress, type ApplicationRef } from "./application_moves";
import { nameOf } from "./candidate_change";
import { usePlaces } from "./dictionaries";
import { candidateList, candidatePage } from "./routes";
import { candidates as words } from "./words";

const toneOfStatus: Record<ApplicationStatus, Tone> = {
    LEAD: "neutral", NEW: "accent", IN_REVIEW: "accent", INTERVIEW: "accent", OFFERED: "wait", HIRED: "good", REJECTED: "bad", WITHDRAWN: "bad", TRANSFERRED: "neutral",
};
const toneOfConsent: Record<ConsentStatus, Tone> = { REQUIRED: "neutral", PENDING: "wait", ACQUIRED: "good" };

export function StatusBadge({ status, subStatus }: { status: ApplicationStatus; subStatus?: string | undefined }) {
    return <Badge tone={toneOfStatus[status]}>{placeText({ status, subStatus })}</Badge>;
}

export function ConsentBadge({ status }: { status: ConsentStatus }) {
    return <Badge tone={toneOfConsent[status]}>{words.consent.status[status]}</Badge>;
}

// Only these roles add people who apply for no job.
export function mayAddToPool(): boolean {
    return me.value?.role === "ADMINISTRATOR" || me.value?.role === "EXTENDED";
}

// Candidates › Lena Brandt › Edit
export function useCandidateCrumbs(candidate: CandidateDetails | undefined, screen?: string): void {
    const name = candidate && nameOf(candidate);
    useEffect(() => {
        if (candidate === undefined || name === undefined) return;
        crumbs.value = [
            { title: words.title, href: href(candidateList) },
            { title: name, href: href(candidatePage, { candidateId: candidate.id }) },
            ...(screen === undefined ? [] : [{ title: screen }]),
        ];
        document.title = `${name} · Callboard`;
    }, [candidate?.id, name, screen]);
}

// Moves at once to a status or a step.
export function MoveMenu({ application, keys }: { application: ApplicationRef; keys?: string | undefined }) {
    const places = usePlaces();
    const { place } = application;
    const items = places.map((to): MenuItem => ({
        title: placeText(to), checked: to.status === place.status && to.subStatus === place.subStatus, onSelect: () => void moveApplication(application, to),
        request: { method: "PUT", url: statusAddress(application), body: to },
    }));
    return <Menu kind="plain" label={words.applications.moveTitle(application.name)} items={items}>{words.applications.move}{keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}</Menu>;
}

// The rarer actions of an application. Keys are about the current one.
export function ApplicationMenu({ application, current }: { application: ApplicationRef; current: boolean }) {
    const keys = (key: string) => (current ? { keys: key } : {});
    const items: MenuItem[] = [
        { title: words.applications.withdraw, ...keys("w"), onSelect: () => openDialog("withdraw", application) },
        { title: words.applications.source, ...keys("s"), onSelect: () => openDialog("source", application) },
        { title: words.applications.onboarding, ...keys("b"), onSelect: () => openDialog("onboarding", application) },
        { title: words.applications.remove, danger: true, onSelect: () => void deleteApplication(application), request: { method: "DELETE", url: applicationAddress(application) } },
    ];
    return <Menu items={items} />;
}
