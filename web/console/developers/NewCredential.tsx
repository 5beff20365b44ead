import { useState } from "preact/hooks";
import { at, type Answer, type Body } from "../api/address";
import { send } from "../api/client";
import { curlText } from "../api/curl";
import type { Schema } from "../api/schema";
import { Dialog } from "../parts/Dialog";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { ScopeChoices } from "./application_form";
import { clientCredentialsCurl } from "./authorize";
import { CodeBlock, SecretOnce } from "./Shown";
import { UserPicker } from "./UserPicker";
import { developers } from "./words";

const words = developers.credentials;
type CredentialInput = Body<"/identity/credentials", "POST">;
type NewCredentialView = Answer<"/identity/credentials", "POST">;

const schema: Schema = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", minLength: 1, maxLength: 100 }, scopes: { type: "array", minItems: 1, items: { type: "string" } } },
};

function layoutOf(type: CredentialInput["type"]): FieldLayout[] {
    const user: FieldLayout = {
        path: "/userId", label: words.user, help: type === "API_KEY" ? words.userKey : words.userClient,
        render: (value, onChange) => <UserPicker userId={value as string | undefined} onChange={onChange} />,
    };
    const scopes: FieldLayout = { path: "/scopes", label: words.scopes, required: true, render: (value, onChange) => <ScopeChoices values={value} onChange={onChange} /> };
    return [{ path: "/name", label: words.name, placeholder: words.namePlaceholder }, user, ...(type === "CLIENT_CREDENTIALS" ? [scopes] : [])];
}

const types: readonly CredentialInput["type"][] = ["CLIENT_CREDENTIALS", "API_KEY"];

export function NewCredential({ onClose }: { onClose: () => void }) {
    const [type, setType] = useState<CredentialInput["type"]>("CLIENT_CREDENTIALS");
    const [made, setMade] = useState<NewCredentialView>();
    const bodyOf = (typed: CredentialInput): CredentialInput => {
        const { scopes, ...rest } = typed;
        return { ...rest, type, ...(type === "CLIENT_CREDENTIALS" && { scopes: scopes ?? [] }) };
    };
    if (made !== undefined) return <Made credential={made} onClose={onClose} />;
    return (
        <Dialog title={words.create} wide onClose={onClose}>
            <fieldset class="plain">
                <legend>{words.type}</legend>
                {types.map((one) => (
                    <label key={one} class="choice">
                        <input type="radio" name="credential-type" checked={type === one} onChange={() => setType(one)} />
                        <span>{words[one]} <small class="quiet">{one === "API_KEY" ? words.keyHelp : words.clientHelp}</small></span>
                    </label>
                ))}
            </fieldset>
            <Form<CredentialInput> schema={schema} layout={layoutOf(type)} value={{}} submit={words.create} onCancel={onClose}
                onSubmit={async (typed) => setMade(await send("POST", at("/identity/credentials"), bodyOf(typed), { changes: [{ entity: "credential" }] }))}
                request={(typed) => ({ method: "POST", url: at("/identity/credentials"), body: bodyOf(typed) })} />
        </Dialog>
    );
}

function Made({ credential, onClose }: { credential: NewCredentialView; onClose: () => void }) {
    if (credential.type === "API_KEY") {
        const text = curlText({ method: "GET", url: "/user-api/v201804/users/me" }, location.origin).replace("$CALLBOARD_KEY", credential.key ?? "");
        return (
            <SecretOnce title={words.keyTitle} onClose={onClose} values={[{ label: words.key, value: credential.key ?? "" }]}>
                <h3>{words.use}</h3><CodeBlock text={text} label={words.use} />
            </SecretOnce>
        );
    }
    const { clientId = credential.id, clientSecret = "" } = credential;
    return (
        <SecretOnce title={words.clientTitle} onClose={onClose} values={[{ label: developers.applications.clientId, value: clientId }, { label: developers.applications.clientSecret, value: clientSecret }]}>
            <h3>{words.use}</h3><CodeBlock text={clientCredentialsCurl(location.origin, clientId)} label={words.use} />
        </SecretOnce>
    );
}
