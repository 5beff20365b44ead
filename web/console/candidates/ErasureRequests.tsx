import { at } from "../api/address";
import { usePages } from "../api/cache";
import { send } from "../api/client";
import type { ErasureRequest } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { confirm } from "../parts/Confirm";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Menu } from "../parts/Menu";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { go, href } from "../router";
import { candidatePage } from "./routes";
import { candidates } from "./words";

const words = candidates.erasure;
const address = at("/erasure-requests", { limit: 100 });
const changes = [{ prefix: "/erasure-requests" }, { entity: "candidate" as const }];
const nameOf = (request: ErasureRequest) => `${request.firstName} ${request.lastName}`;

async function erase(request: ErasureRequest): Promise<void> {
    const name = nameOf(request);
    const address = at("/candidates/{candidateId}", { candidateId: request.candidateId });
    if (!(await confirm({ title: candidates.deletion.title(name), text: words.deleteText, action: candidates.deletion.action, danger: true, request: { method: "DELETE", url: address } }))) return;
    const all = [...changes, { entity: "candidate" as const, id: request.candidateId }];
    await send("DELETE", address, undefined, { changes: all }).then(() => toast(candidates.deletion.done(name)), toastError);
}

async function dismiss(request: ErasureRequest): Promise<void> {
    const name = nameOf(request);
    const address = at("/erasure-requests/{candidateId}", { candidateId: request.candidateId });
    if (!(await confirm({ title: words.dismissTitle(name), text: words.dismissText, action: words.dismiss, request: { method: "DELETE", url: address } }))) return;
    await send("DELETE", address, undefined, { changes }).then(() => toast(words.dismissed(name)), toastError);
}

const columns: readonly Column<ErasureRequest>[] = [
    { key: "name", title: words.applicant, width: "2fr", cell: (request) => <a href={href(candidatePage, { candidateId: request.candidateId })}><Text>{nameOf(request)}</Text></a> },
    { key: "time", title: words.requested, cell: (request) => <Time at={request.requestedOn} /> },
    {
        key: "actions", title: "", width: "4rem", end: true, cell: (request) => (
            <Menu label={words.actions(nameOf(request))} items={[
                { title: candidates.deletion.action, danger: true, onSelect: () => void erase(request) },
                { title: words.dismiss, onSelect: () => void dismiss(request) },
            ]} />
        ),
    },
];

// Applicants who asked, by the link in their mail, for the deletion of their data.
export default function ErasureRequests() {
    const requests = usePages(address);
    return (
        <article class="screen fill">
            <header class="screen-head"><h1>{words.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <p class="quiet">{words.text}</p>
            {requests.error !== undefined && requests.rows.length === 0 ? <Failed error={requests.error} onRetry={requests.reload} /> : (
                <Table label={words.title} rows={requests.rows} columns={columns} keyOf={(request) => request.candidateId} loading={requests.loading} onEnd={requests.more} total={requests.total}
                    onOpen={(request) => void go(href(candidatePage, { candidateId: request.candidateId }))} empty={<Empty title={words.emptyTitle}><p>{words.emptyText}</p></Empty>} />
            )}
        </article>
    );
}
