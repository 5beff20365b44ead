import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import { JobPositionInput as schema } from "../api/schemas";
import type { JobPosition, JobPositionInput } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
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
    const [adding, setAdding] = useState(false);
    const [edited, setEdited] = useState<JobPosition>();
    useKeys(parts.thisScreen, { c: { title: words.positions.add, run: () => setAdding(true) } }, may("changeJobs"));
    const add = may("changeJobs") && <Button kind="primary" keys="c" onClick={() => setAdding(true)}>{words.positions.add}</Button>;
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
            {adding && <NewPosition jobId={job.id} onClose={() => setAdding(false)} />}
            {edited && <EditPosition jobId={job.id} position={edited} onClose={() => setEdited(undefined)} />}
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

function NewPosition({ jobId, onClose }: { jobId: string; onClose: () => void }) {
    const address = at("/jobs/{jobId}/positions", { jobId });
    const create = async (typed: JobPositionInput) => {
        await send("POST", address, bodyOf(typed), { changes: [{ entity: "job", id: jobId }] });
        toast(words.positions.saved);
        return onClose;
    };
    return (
        <Dialog title={words.positions.add} onClose={onClose}>
            <Form<JobPositionInput> schema={schema} layout={layout} value={{ type: "NEW" }} onSubmit={create} onCancel={onClose} request={(typed) => ({ method: "POST", url: address, body: bodyOf(typed) })} />
        </Dialog>
    );
}

function EditPosition({ jobId, position, onClose }: { jobId: string; position: JobPosition; onClose: () => void }) {
    const address = at("/jobs/{jobId}/positions/{positionId}", { jobId, positionId: position.id });
    const editing = useComparing<"/jobs/{jobId}/positions/{positionId}", JobPositionInput>({
        address, opened: position, formOf: (data = position) => inputOf(data),
        write: async (form) => inputOf(await send("PUT", address, bodyOf(form), { changes: [{ entity: "job", id: jobId }] })),
    });
    const save = async (typed: JobPositionInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.positions.saved);
        return onClose;
    };
    return (
        <Dialog title={words.positions.edit} onClose={onClose}>
            <Form<JobPositionInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onCancel={onClose} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PUT", url: address, body: bodyOf(typed) })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as JobPositionInput} mine={typed} />} />
        </Dialog>
    );
}
