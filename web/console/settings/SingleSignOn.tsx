import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { withoutSecrets } from "../api/curl";
import { ApiError } from "../api/errors";
import { SsoInput as schema } from "../api/schemas";
import type { Sso, SsoInput } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Failed } from "../parts/Failed";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { SecondFactor } from "./SecondFactor";
import { roleOptions } from "./user_layout";
import { settings as words } from "./words";

const address = at("/configuration/sso");
const changes = [{ entity: "sso" as const }];

function layoutOf(sso: Sso | undefined): FieldLayout[] {
    return [
        { path: "/issuer", label: words.sso.issuer, help: words.sso.issuerHelp, kind: "url" },
        { path: "/clientId", label: words.sso.clientId, half: true, kind: "text" },
        { path: "/clientSecret", label: words.sso.clientSecret, half: true, kind: "password", autocomplete: "new-password", ...(sso ? { help: words.sso.secretHelp } : { required: true }) },
        { path: "/claim", label: words.sso.claim, help: words.sso.claimHelp, half: true },
        { path: "/requiredClaim", label: words.sso.requiredClaim, help: words.sso.requiredClaimHelp, half: true },
        { path: "/createUsersWithRole", label: words.sso.createUsers, help: words.sso.createHelp, options: roleOptions("ADMINISTRATOR"), disabled: sso !== undefined && sso.domains.length === 0 && sso.createUsersWithRole === undefined },
        { path: "/required", label: words.sso.required },
    ];
}

function inputOf(sso: Sso | undefined): Partial<SsoInput> {
    if (sso === undefined) return { required: false };
    const { issuer, clientId, claim, requiredClaim, createUsersWithRole, required } = sso;
    return { issuer, clientId, claim, required, ...(requiredClaim !== undefined && { requiredClaim }), ...(createUsersWithRole !== undefined && { createUsersWithRole }) };
}

async function remove(): Promise<void> {
    if (!(await confirm({ title: words.sso.deleteTitle, text: words.sso.deleteText, action: words.sso.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
    try {
        await send("DELETE", address, undefined, { changes });
        toast(words.sso.deleted);
    } catch (error) {
        toastError(error);
    }
}

export default function SingleSignOn() {
    const sso = useResource(address);
    const missing = sso.error instanceof ApiError && sso.error.status === 404;
    const data = missing ? undefined : sso.data;
    if (sso.error !== undefined && !missing && data === undefined) return <Failed error={sso.error} onRetry={sso.reload} />;
    return (
        <article class="screen narrow">
            <h1>{words.signIn}</h1>
            <SecondFactor />
            <h2>{words.sso.title}</h2>
            <p>{words.sso.text} <a href="/docs/sign-on">{words.sso.more}</a></p>
            {sso.loading ? <Skeleton lines={8} /> : <Provider key={data === undefined ? "none" : "set"} sso={data} />}
            <section>
                <h2>{words.sso.scim}</h2>
                <p>{words.sso.scimText} <a href="/docs/provisioning">{words.sso.moreScim}</a></p>
                <dl class="facts"><div><dt>{words.sso.scimUrl}</dt><dd><Code>{`${location.origin}/scim/v2`}</Code></dd></div></dl>
            </section>
        </article>
    );
}

function Provider({ sso }: { sso: Sso | undefined }) {
    const layout = layoutOf(sso);
    const editing = useComparing<"/configuration/sso", Partial<SsoInput>>({
        address, opened: sso, formOf: inputOf, write: async (form) => inputOf(await send("PUT", address, form as SsoInput, { changes })),  // without the secret
    });
    const save = async (typed: SsoInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.sso.saved);
    };
    useKeys(parts.thisScreen, { "Shift+d": { title: words.sso.delete, run: () => void remove() } }, sso !== undefined);
    return (
        <>
            {sso === undefined && <p class="notice">{words.sso.none}</p>}
            {sso === undefined && <ol>{words.sso.steps.map((step) => <li key={step}>{step}</li>)}</ol>}
            <Urls sso={sso} />
            <h3>{words.sso.settings}</h3>
            <Form<SsoInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body: withoutSecrets(body) })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as Partial<SsoInput>} mine={typed} />} />
            {sso && <p class="buttons"><Button kind="danger" keys="Shift+d" onClick={() => void remove()}>{words.sso.delete}</Button><AsCurl request={{ method: "DELETE", url: address }} /></p>}
        </>
    );
}

// The server says them once there is a provider; before, they follow from the identifier of the company.
function Urls({ sso }: { sso: Sso | undefined }) {
    const company = useResource(sso ? null : at("/configuration/company"));
    const signOn = sso?.signOnUrl ?? (company.data && `${location.origin}/identity/sso/${encodeURIComponent(company.data.identifier)}`);
    if (signOn === undefined) return company.error ? <Failed error={company.error} onRetry={company.reload} /> : <Skeleton lines={2} />;
    return (
        <dl class="facts">
            <div><dt>{words.sso.callback}</dt><dd><Code>{sso?.redirectUri ?? `${signOn}/callback`}</Code><p class="quiet">{words.sso.callbackHelp}</p></dd></div>
            <div><dt>{words.sso.signOn}</dt><dd><Code>{signOn}</Code></dd></div>
            {sso && <div><dt>{words.sso.domains}</dt><dd>{sso.domains.length === 0 ? words.sso.noDomains : <Text>{sso.domains.join(", ")}</Text>}</dd></div>}
        </dl>
    );
}
