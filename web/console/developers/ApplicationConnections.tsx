import { at, type Answer } from "../api/address";
import { usePages } from "../api/cache";
import { send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import type { OwnApplication } from "./application_form";
import { developers } from "./words";

const words = developers.applications;
type Connection = Answer<"/identity/applications/{clientId}/connections">["content"][number];

async function disconnect(clientId: string, { user }: Connection): Promise<void> {
    const name = `${user.firstName} ${user.lastName}`;
    const sure = await confirm({ title: words.disconnectTitle(name), text: words.disconnectText, action: words.disconnect, danger: true });
    if (!sure) return;
    await send("DELETE", at("/identity/applications/{clientId}/connections/{userId}", { clientId, userId: user.id }), undefined, { changes: [{ entity: "connectedApplication", id: clientId }] });
    toast(words.disconnected(name));
}

// The users who authorized the application.
export function ApplicationConnections({ application: { clientId } }: { application: OwnApplication }) {
    const address = at("/identity/applications/{clientId}/connections", { clientId, limit: 100 });
    const pages = usePages(address);
    if (pages.error !== undefined && pages.rows.length === 0) return <Failed error={pages.error} onRetry={pages.reload} />;
    if (pages.loading) return <Skeleton lines={4} />;
    if (pages.rows.length === 0) return <Empty title={words.noConnectionsTitle}><p>{words.noConnectionsText}</p></Empty>;
    return (
        <>
            <div class="wide-table">
                <table>
                    <thead><tr><th scope="col">{words.user}</th><th scope="col">{words.connected}</th><th scope="col">{words.lastUsed}</th><th scope="col"><span class="unseen">{developers.actions}</span></th></tr></thead>
                    <tbody>{pages.rows.map((connection) => <Row key={connection.user.id} clientId={clientId} connection={connection} />)}</tbody>
                </table>
            </div>
            <div class="buttons">
                {!pages.done && <Button onClick={pages.more} busy={pages.stale}>{developers.more}</Button>}
                <AsCurl request={{ method: "GET", url: address }} />
            </div>
        </>
    );
}

function Row({ clientId, connection }: { clientId: string; connection: Connection }) {
    const { user } = connection;
    const name = `${user.firstName} ${user.lastName}`;
    return (
        <tr>
            <td>
                <Avatar firstName={user.firstName} lastName={user.lastName} /> <Text>{name}</Text> <small class="quiet"><Text>{user.email}</Text></small>
                <div><small class="quiet" title={connection.scopes.join(" ")}>{words.scopeCount(connection.scopes.length)}: {connection.scopes.map((scope) => developers.scope[scope]).join(", ")}</small></div>
            </td>
            <td><Time at={connection.connectedOn} as="exact" /></td>
            <td><Time at={connection.lastUsedOn} as="exact" /></td>
            <td class="end">
                <Button small label={`${words.disconnect} ${name}`} onClick={() => void disconnect(clientId, connection).catch(toastError)}>{words.disconnect}</Button>
                <AsCurl request={{ method: "DELETE", url: at("/identity/applications/{clientId}/connections/{userId}", { clientId, userId: user.id }) }} />
            </td>
        </tr>
    );
}
