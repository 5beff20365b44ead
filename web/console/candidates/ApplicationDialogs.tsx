// Dialogs about one application: openDialog("reject", application) from a button, a menu or a key.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { RequestDescription } from "../api/curl";
import { send } from "../api/client";
import type { ApplicationStatus, CandidateStatus, OnboardingStatus } from "../api/types";
import { jobs } from "../jobs/words";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Field } from "../parts/Field";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { changesOf, statusAddress, tryMove, type ApplicationRef } from "./application_moves";
import { kStatuses, parseSource } from "./candidate_filter";
import { useReasons, useSteps } from "./dictionaries";
import { sourcePicker } from "./pickers";
import { candidates } from "./words";

const words = candidates.applications;
type Kind = "move" | "reject" | "withdraw" | "source" | "onboarding";
const shown = signal<{ kind: Kind; application: ApplicationRef } | undefined>(undefined);

export function openDialog(kind: Kind, application: ApplicationRef): void {
    shown.value = { kind, application };
}

interface DialogProps {
    readonly application: ApplicationRef;
    readonly onClose: () => void;
}

// Mounted by the screens that open them.
export function ApplicationDialogs() {
    if (shown.value === undefined) return null;
    const { kind, application } = shown.value;
    const onClose = () => { shown.value = undefined; };
    switch (kind) {
        case "move": return <MoveDialog application={application} first={application.place.status} onClose={onClose} />;
        case "reject": return <MoveDialog application={application} first="REJECTED" onClose={onClose} />;
        case "withdraw": return <MoveDialog application={application} first="WITHDRAWN" onClose={onClose} />;
        case "source": return <SourceDialog application={application} onClose={onClose} />;
        case "onboarding": return <OnboardingDialog application={application} onClose={onClose} />;
    }
}

interface FrameProps extends DialogProps {
    readonly title: string;
    readonly action: string;
    readonly danger?: boolean;
    readonly disabled?: boolean;
    readonly request: RequestDescription;
    readonly onSubmit: () => Promise<unknown>;
    readonly children: ComponentChildren;
}

function Frame({ application, title, action, danger, disabled = false, request, onSubmit, onClose, children }: FrameProps) {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<Error>();
    const mounted = useRef(true);
    useEffect(() => () => { mounted.current = false; }, []);
    const submit = async () => {  // what was chosen stays if the server refuses it
        if (disabled || busy) return;
        setBusy(true);
        setError(undefined);
        try {
            await onSubmit();
            if (mounted.current) onClose();
        } catch (failure) {
            if (!mounted.current) return toastError(failure);  // it was closed meanwhile
            setError(failure as Error);
            setBusy(false);
        }
    };
    return (
        <Dialog title={title} onClose={onClose} footer={<>
            <AsCurl request={request} />
            <Button onClick={onClose}>{parts.cancel}</Button>
            <Button kind={danger ? "danger" : "primary"} busy={busy} disabled={disabled} onClick={() => void submit()}>{action}</Button>
        </>}>
            <form class="form" onSubmit={(event) => { event.preventDefault(); void submit(); }}
                onKeyDown={(event) => { if (event.key === "Enter" && (event.target as Element).tagName !== "BUTTON") { event.preventDefault(); void submit(); } }}>
                <p class="quiet"><Text>{application.job.title}</Text></p>
                {children}
                {error && <ActionFailed error={error} />}
            </form>
        </Dialog>
    );
}

const titles: Partial<Record<ApplicationStatus, (who: string) => string>> = { REJECTED: words.rejectTitle, WITHDRAWN: words.withdrawTitle };

function MoveDialog({ application, first, onClose }: DialogProps & { first: ApplicationStatus }) {
    const [to, setTo] = useState<CandidateStatus>(first === application.place.status ? application.place : { status: first });
    const steps = useSteps()(to.status);
    const reasons = useReasons(to.status);
    const closes = to.status === "REJECTED" || to.status === "WITHDRAWN";
    const set = (change: { [Name in keyof CandidateStatus]?: CandidateStatus[Name] | undefined }) => setTo(JSON.parse(JSON.stringify({ ...to, ...change })) as CandidateStatus);
    const action = to.status === "REJECTED" ? jobs.pipeline.reject : to.status === "WITHDRAWN" ? jobs.pipeline.withdraw : parts.moveTo;
    return (
        <Frame application={application} onClose={onClose} title={(titles[first] ?? words.moveTitle)(application.name)} action={closes ? action : parts.save} danger={closes}
            request={{ method: "PUT", url: statusAddress(application), body: to }} onSubmit={() => tryMove(application, to)}>
            {first === application.place.status && (
                <Field field={{ path: "/status", label: words.status, options: kStatuses.map((value) => ({ value, title: jobs.applicationStatus[value] })) }} schema={undefined} required
                    value={to.status} fault={undefined} onChange={(status) => { if (status !== undefined) setTo({ status: status as ApplicationStatus }); }} />
            )}
            {steps.length > 0 && (
                <Field field={{ path: "/subStatus", label: words.subStatus, options: steps.map((value) => ({ value, title: value })) }} schema={undefined} required={false}
                    value={to.subStatus} fault={undefined} onChange={(subStatus) => set({ subStatus: subStatus as string | undefined })} />
            )}
            {closes && (
                <Field field={{ path: "/reason", label: words.reason, options: reasons }} schema={undefined} required={false}
                    value={to.reason} fault={undefined} onChange={(reason) => set({ reason: reason as string | undefined })} />
            )}
            {to.status === "HIRED" && (
                <Field field={{ path: "/startsOn", label: words.startsOn, kind: "date", help: words.hireHelp }} schema={undefined} required={false}
                    value={to.startsOn} fault={undefined} onChange={(day) => set({ startsOn: day === undefined ? undefined : `${String(day).slice(0, 10)}T00:00:00.000Z` })} />
            )}
        </Frame>
    );
}

function SourceDialog({ application, onClose }: DialogProps) {
    const [chosen, setChosen] = useState<string>();
    const address = at("/candidates/{candidateId}/jobs/{jobId}/source", { candidateId: application.candidateId, jobId: application.job.id });
    const body = parseSource(chosen);
    const save = async () => {
        if (body === undefined) return;
        await send("PUT", address, body, { changes: changesOf(application) });
        toast(words.sourceSaved);
    };
    return (
        <Frame application={application} onClose={onClose} title={words.sourceTitle} action={parts.save} disabled={body === undefined} request={{ method: "PUT", url: address, body }} onSubmit={save}>
            <Field field={{ path: "/source", label: words.sourceName, picker: sourcePicker }} schema={undefined} required value={chosen} fault={undefined} onChange={(value) => setChosen(value as string | undefined)} />
        </Frame>
    );
}

const onboardings = Object.keys(words.onboardingStatus) as OnboardingStatus[];

function OnboardingDialog({ application, onClose }: DialogProps) {
    const address = at("/candidates/{candidateId}/jobs/{jobId}/onboardingStatus", { candidateId: application.candidateId, jobId: application.job.id });
    const current = useResource(address);
    const [typed, setTyped] = useState<OnboardingStatus>();
    const chosen = typed ?? current.data?.onboardingStatus ?? undefined;
    const save = async () => {
        if (chosen === undefined) return;
        await send("PUT", address, { onboardingStatus: chosen }, { changes: changesOf(application) });
        toast(words.onboardingSaved);
    };
    return (
        <Frame application={application} onClose={onClose} title={words.onboardingTitle} action={parts.save} disabled={chosen === undefined} request={{ method: "PUT", url: address, body: { onboardingStatus: chosen } }} onSubmit={save}>
            <Field field={{ path: "/onboardingStatus", label: words.onboardingTitle, options: onboardings.map((value) => ({ value, title: words.onboardingStatus[value] })) }} schema={undefined} required
                value={chosen} fault={undefined} onChange={(value) => setTyped(value as OnboardingStatus | undefined)} />
        </Frame>
    );
}

export function applicationAddress({ candidateId, job }: ApplicationRef) {
    return at("/candidates/{candidateId}/jobs/{jobId}", { candidateId, jobId: job.id });
}

export async function deleteApplication(application: ApplicationRef): Promise<void> {
    const { job, name } = application;
    const address = applicationAddress(application);
    if (!(await confirm({ title: words.removeTitle, text: words.removeText(name, job.title), action: words.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
    await send("DELETE", address, undefined, { changes: [...changesOf(application), { entity: "offer" }] })
        .then(() => toast(words.removed), toastError);
}
