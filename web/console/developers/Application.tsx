import { useState } from "preact/hooks";
import { at } from "../api/address";
import { drop, useResource } from "../api/cache";
import { send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Tabs } from "../parts/Tabs";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, useQuery } from "../router";
import { ApplicationConnections } from "./ApplicationConnections";
import type { OwnApplication } from "./application_form";
import { ConnectGuide } from "./ConnectGuide";
import { EditApplication } from "./EditApplication";
import { applicationList } from "./routes";
import { SecretOnce } from "./Shown";
import { developers } from "./words";

const words = developers.applications;
const tabs = { connect: ConnectGuide, connections: ApplicationConnections, edit: EditApplication };
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];

async function revoke(application: OwnApplication): Promise<void> {
    const { clientId } = application;
    const address = at("/identity/applications/{clientId}", { clientId });
    const sure = await confirm({ title: words.revokeTitle(application.name), text: words.revokeText(application.connections), action: words.revoke, danger: true, request: { method: "DELETE", url: address } });
    if (!sure) return;
    await send("DELETE", address, undefined);
    await go(href(applicationList), { replace: true });
    drop({ entity: "connectedApplication", id: clientId });
    toast(words.revoked(application.name));
}

// One application, beside the list.
export function Application({ clientId }: { clientId: string }) {
    const application = useResource(at("/identity/applications/{clientId}", { clientId }));
    return <article class="screen"><Loaded resource={application} lines={10}>{(data) => <Shown application={data} />}</Loaded></article>;
}

function Shown({ application }: { application: OwnApplication }) {
    const { clientId } = application;
    const [wanted, setTab] = useQuery("tab", "connect");
    const current = names.find((name) => name === wanted) ?? "connect";
    const Tab = tabs[current];
    return (
        <>
            <header class="screen-head"><h2><Text>{application.name}</Text></h2></header>
            <p>
                <Badge>{application.confidential ? words.isConfidential : words.isPublic}</Badge>{" "}
                <Badge tone={application.published ? "accent" : "neutral"}>{application.published ? words.published : words.ownCompany}</Badge>{" "}
                <small class="quiet">{application.published ? words.publishedHelp : words.ownCompanyHelp}</small>
            </p>
            <Actions application={application} />
            <dl class="facts">
                <div><dt>{words.clientId}</dt><dd><Code>{clientId}</Code></dd></div>
                <div><dt>{words.redirectUris}</dt><dd>{application.redirectUris.map((uri) => <div key={uri}><Code>{uri}</Code></div>)}</dd></div>
                <div><dt>{words.scopes}</dt><dd><ul class="scope-list">{application.scopes.map((scope) => <li key={scope} title={scope}><Badge>{developers.scope[scope]}</Badge></li>)}</ul></dd></div>
                <div><dt>{words.created}</dt><dd><Time at={application.createdOn} as="exact" /></dd></div>
                <div><dt>{words.lastUsed}</dt><dd>{application.lastUsedOn === undefined ? words.never : <Time at={application.lastUsedOn} as="exact" />}</dd></div>
            </dl>
            <Tabs label={words.tabs.label} current={current} onSelect={(key) => setTab(key)}
                tabs={names.map((key) => ({ key, title: words.tabs[key], count: key === "connections" ? application.connections : undefined }))}>
                <Tab application={application} />
            </Tabs>
        </>
    );
}

function Actions({ application }: { application: OwnApplication }) {
    const { clientId } = application;
    const [secret, setSecret] = useState<{ clientSecret: string; previousValidUntil: string }>();
    const address = at("/identity/applications/{clientId}/secret", { clientId });
    const rotate = async () => {
        const sure = await confirm({ title: words.rotateTitle(application.name), text: words.rotateText, action: words.rotate });
        if (sure) setSecret(await send("POST", address, {}, { changes: [{ entity: "connectedApplication", id: clientId }] }));
    };
    const runRotate = () => void rotate().catch(toastError);
    const runRevoke = () => void revoke(application).catch(toastError);
    useKeys(parts.thisScreen, {
        ...(application.confidential && { "Shift+r": { title: words.rotate, run: runRotate } }),
        "Shift+d": { title: words.revoke, run: runRevoke },
    });
    return (
        <div class="buttons">
            {application.confidential && <Button keys="Shift+r" onClick={runRotate}>{words.rotate}</Button>}
            {application.confidential && <AsCurl request={{ method: "POST", url: address }} />}
            <Button kind="danger" keys="Shift+d" onClick={runRevoke}>{words.revoke}</Button>
            <AsCurl request={{ method: "DELETE", url: at("/identity/applications/{clientId}", { clientId }) }} />
            {secret && (
                <SecretOnce title={words.rotated} values={[{ label: words.clientSecret, value: secret.clientSecret }]} onClose={() => setSecret(undefined)}>
                    <p>{words.previousValid} <Time at={secret.previousValidUntil} as="exact" />.</p>
                </SecretOnce>
            )}
        </div>
    );
}
