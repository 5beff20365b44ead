import { useId } from "preact/hooks";
import type { CallbackAuthentication, CallbackAuthenticationType } from "../api/types";
import { developers } from "./words";

const words = developers.webhooks.auth;
type Member = Exclude<keyof CallbackAuthentication, "type">;

const members: Record<CallbackAuthenticationType, readonly Member[]> = {
    basic: ["username", "password"], header: ["headerName", "headerValue"], oauth2: ["clientId", "clientSecret", "tokenServiceUrl"],
};
const secrets: readonly Member[] = ["password", "headerValue", "clientSecret"];
const types = Object.keys(members) as CallbackAuthenticationType[];

export interface AuthenticationFieldsProps {
    readonly value: CallbackAuthentication | null | undefined;  // undefined: as it is; null: none
    readonly keeps: boolean;  // a subscription that exists may keep what it has
    readonly onChange: (value: CallbackAuthentication | null | undefined) => void;
}

export function AuthenticationFields({ value, keeps, onChange }: AuthenticationFieldsProps) {
    const id = useId();
    const chosen = value?.type ?? (value === null || !keeps ? "none" : "keep");
    const choose = (next: string) => {
        const type = types.find((one) => one === next);
        onChange(type !== undefined ? { type } : next === "none" && keeps ? null : undefined);
    };
    return (
        <>
            <select aria-label={developers.webhooks.authentication} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
                {keeps && <option value="keep">{words.keep}</option>}
                <option value="none">{words.none}</option>
                {types.map((type) => <option key={type} value={type}>{words[type]}</option>)}
            </select>
            {value && (
                <div class="subfields">
                    {members[value.type].map((member) => (
                        <div key={member}>
                            <label for={`${id}-${member}`}>{words[member]}</label>
                            <input id={`${id}-${member}`} type={secrets.includes(member) ? "password" : "text"} autocomplete="off" value={value[member] ?? ""}
                                onInput={(event) => onChange({ ...value, [member]: event.currentTarget.value })} />
                        </div>
                    ))}
                </div>
            )}
        </>
    );
}
