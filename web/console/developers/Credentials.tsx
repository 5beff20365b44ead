import { at, type Answer } from "../api/address";
import { usePages } from "../api/cache";
import { send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { useQuery } from "../router";
import { NewCredential } from "./NewCredential";
import { developers } from "./words";

const words = developers.credentials;
type Credential = Answer<"/identity/credentials">["content"][number];

async function revoke(credential: Credential): Promise<void> {
    const address = at("/identity/credentials/{credentialId}", { credentialId: credential.id });
    const sure = await confirm({ title: words.revokeTitle(credential.name), text: words.revokeText, action: words.revoke, danger: true, request: { method: "DELETE", url: address } });
    if (!sure) return;
    await send("DELETE", address, undefined, { changes: [{ entity: "credential" }] });
    toast(words.revoked(credential.name));
}

const columns: readonly Column<Credential>[] = [
    { key: "name", title: words.name, width: "2fr", cell: (credential) => <span title={`${words.created} ${credential.createdOn}`}><Text>{credential.name}</Text></span> },
    { key: "type", title: words.type, width: "10rem", phone: false, cell: (credential) => <Badge tone={credential.type === "API_KEY" ? "wait" : "neutral"}>{words[credential.type]}</Badge> },
    { key: "client", title: developers.applications.clientId, width: "2fr", phone: false, cell: (credential) => credential.clientId !== undefined && <Code>{credential.clientId}</Code> },
    { key: "user", title: words.user, width: "1.5fr", phone: false, cell: (credential) => <Text>{`${credential.user.firstName} ${credential.user.lastName}`}</Text> },
    {
        key: "scopes", title: words.scopes, width: "6rem", phone: false,
        cell: (credential) => <span title={credential.scopes?.join("\n")}>{credential.scopes === undefined ? words.allScopes : developers.applications.scopeCount(credential.scopes.length)}</span>,
    },
    { key: "used", title: words.lastUsed, width: "15.5rem", phone: false, cell: (credential) => (credential.lastUsedOn === undefined ? <span class="quiet">{words.never}</span> : <Time at={credential.lastUsedOn} as="exact" />) },
    {
        key: "revoke", title: developers.actions, width: "9rem", end: true,
        cell: (credential) => (
            <>
                <Button small kind="danger" label={`${words.revoke} ${credential.name}`} onClick={() => void revoke(credential).catch(toastError)}>{words.revoke}</Button>
                <AsCurl request={{ method: "DELETE", url: at("/identity/credentials/{credentialId}", { credentialId: credential.id }) }} />
            </>
        ),
    },
];

export default function Credentials() {
    const address = at("/identity/credentials");
    const pages = usePages(address);
    const [creating, setCreating] = useQuery("create");
    const create = () => setCreating("1");
    useKeys(parts.thisScreen, { c: { title: words.create, run: create } });
    return (
        <article class="screen fill">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons">
                    <AsCurl request={{ method: "GET", url: address }} />
                    <Button kind="primary" keys="c" onClick={create}>{words.create}</Button>
                </div>
            </header>
            {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                <Table label={words.title} rows={pages.rows} columns={columns} keyOf={(credential) => credential.id} loading={pages.loading} total={pages.total} rowKeys={{ "Shift+d": { title: words.revoke, run: (credential) => void revoke(credential).catch(toastError) } }}
                    empty={<Empty title={words.emptyTitle}><p>{words.emptyText}</p><Button kind="primary" onClick={create}>{words.create}</Button></Empty>} />
            )}
            {creating !== "" && <NewCredential onClose={() => setCreating("")} />}
        </article>
    );
}
