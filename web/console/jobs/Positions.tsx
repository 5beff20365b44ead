import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { changedSince, send } from "../api/client";
import { ConflictError } from "../api/errors";
import { JobPositionInput as schema } from "../api/schemas";
import type { JobPosition, JobPositionInput } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { may } from "../session";
import { Differences } from "./Differences";
import type { TabProps } from "./Job";
import { timeOfDay } from "./job_change";
import { jobs as words } from "./words";

const layout: readonly FieldLayout[] = [
    { path: "/positionId", label: words.positions.id, help: words.positions.idHelp },
    { path: "/type", label: words.positions.type, half: true, options: [{ value: "NEW", title: words.positionType.NEW }, { value: "REPLACEMENT", title: words.positionType.REPLACEMENT }] },
    { path: "/incumbentName", label: words.positions.incumbent, half: true },
    { path: "/positionOpenDate", label: words.positions.open, kind: "date", half: true },
    { path: "/targetStartDate", label: words.positions.start, kind: "date", half: true },
];

function inputOf({ id: _, status: __, ...input }: JobPosition): JobPositionInput {
    return input;
}

function bodyOf(typed: JobPositionInput): JobPositionInput {
    return { ...typed, positionOpenDate: timeOfDay(typed.positionOpenDate) ?? "", targetStartDate: timeOfDay(typed.targetStartDate) ?? "" };
}

export function Positions({ job }: TabProps) {
    const address = at("/jobs/{jobId}/positions", { jobId: job.id });
    const positions = useResource(address);
    const [edited, setEdited] = useState<JobPosition | "new">();
    const add = may("changeJobs") && <Button kind="primary" onClick={() => setEdited("new")}>{words.positions.add}</Button>;
    return (
        <>
            <Loaded resource={positions}>
                {({ content }) => (content.length === 0 ? <Empty title={words.positions.emptyTitle}><p>{words.positions.emptyText}</p>{add}</Empty> : (
                    <>
                        <div class="buttons">{add}<AsCurl request={{ method: "GET", url: address }} /></div>
                        <div class="chart-table">
                            <table>
                                <thead><tr>{[words.positions.id, words.positions.type, words.positions.incumbent, words.positions.open, words.positions.start, words.positions.status].map((title) => <th key={title} scope="col">{title}</th>)}<th scope="col"><span class="unseen">{words.edit}</span></th></tr></thead>
                                <tbody>{content.map((position) => <Row key={position.id} jobId={job.id} position={position} onEdit={() => setEdited(position)} />)}</tbody>
                            </table>
                        </div>
                    </>
                ))}
            </Loaded>
            {edited && <PositionDialog jobId={job.id} position={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
        </>
    );
}

async function remove(jobId: string, position: JobPosition): Promise<void> {
    const text = words.positions.deleteText(position.positionId ?? words.positions.unnamed);
    const address = at("/jobs/{jobId}/positions/{positionId}", { jobId, positionId: position.id });
    if (!(await confirm({ title: words.positions.deleteTitle, text, action: words.positions.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
    const takeBack = patch(at("/jobs/{jobId}/positions", { jobId }), (list) => ({ ...list, content: list.content.filter((one) => one.id !== position.id) }));
    try {
        await send("DELETE", address, undefined, { changes: [{ entity: "job", id: jobId }] });
        toast(words.positions.deleted);
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

function Row({ jobId, position, onEdit }: { jobId: string; position: JobPosition; onEdit: () => void }) {
    const name = position.positionId ?? words.positions.unnamed;
    return (
        <tr>
            <th scope="row"><Text>{position.positionId ?? "–"}</Text></th>
            <td>{words.positionType[position.type]}</td>
            <td><Text>{position.incumbentName ?? "–"}</Text></td>
            <td><Time at={position.positionOpenDate} as="date" /></td>
            <td><Time at={position.targetStartDate} as="date" /></td>
            <td><Badge tone={position.status === "FILLED" ? "good" : position.status === "OPEN" ? "accent" : "neutral"}>{words.positionStatus[position.status]}</Badge></td>
            <td class="end">
                {may("changeJobs") && (
                    <span class="buttons">
                        <Button small label={`${words.edit} ${name}`} onClick={onEdit}>{words.edit}</Button>
                        <Button small kind="danger" label={`${words.positions.delete} ${name}`} onClick={() => void remove(jobId, position)}>{words.positions.delete}</Button>
                    </span>
                )}
            </td>
        </tr>
    );
}

function PositionDialog({ jobId, position, onClose }: { jobId: string; position: JobPosition | undefined; onClose: () => void }) {
    const list = at("/jobs/{jobId}/positions", { jobId });
    const changes = [{ entity: "job" as const, id: jobId }];
    const own = position && at("/jobs/{jobId}/positions/{positionId}", { jobId, positionId: position.id });
    const save = async (typed: JobPositionInput, { overwrite }: { overwrite: boolean }) => {
        if (own === undefined) await send("POST", list, bodyOf(typed), { changes });
        else {
            const current = overwrite ? undefined : await changedSince(own, position as JobPosition);
            if (current !== undefined) throw new ConflictError(current);
            await send("PUT", own, bodyOf(typed), { changes });
        }
        toast(words.positions.saved);
        onClose();
    };
    return (
        <Dialog title={position ? words.positions.edit : words.positions.add} onClose={onClose}>
            <Form<JobPositionInput> schema={schema} layout={layout} value={position ? inputOf(position) : { type: "NEW" }} onSubmit={save} onCancel={onClose}
                request={(typed) => (own ? { method: "PUT", url: own, body: bodyOf(typed) } : { method: "POST", url: list, body: bodyOf(typed) })}
                differences={(current, typed) => <Differences layout={layout} before={position ? inputOf(position) : {}} theirs={inputOf(current as JobPosition)} mine={typed} />} />
        </Dialog>
    );
}
