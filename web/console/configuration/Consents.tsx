import type { ConsentScope, FormConsent, PrivacyPolicy } from "../api/types";
import { Button } from "../parts/Button";
import { Translations } from "./Translations";
import { configuration } from "./words";

const words = configuration.form;
const kScopes: readonly ConsentScope[] = ["SINGLE", "SMART_RECRUIT", "SMART_CRM", "SMART_MESSAGE_SMS", "SMART_MESSAGE_WHATSAPP"];

// Either one consent for everything, or one for each purpose.
export function Consents({ consents, onChange }: { consents: readonly FormConsent[]; onChange: (consents: FormConsent[]) => void }) {
    const change = (index: number, next: FormConsent) => onChange(consents.map((one, place) => (place === index ? next : one)));
    const isSingle = consents.some((consent) => consent.scope === "SINGLE");
    const free = isSingle ? [] : kScopes.filter((scope) => !consents.some((consent) => consent.scope === scope) && (scope !== "SINGLE" || consents.length === 0));
    return (
        <>
            {consents.length === 0 && <p class="quiet">{words.noConsents}</p>}
            {consents.map((consent, index) => (
                <fieldset key={consent.scope} class="editor-part">
                    <legend>{words.scopes[consent.scope]}</legend>
                    <label>{words.consentText}<textarea rows={2} dir="auto" maxLength={4000} value={consent.label} onInput={(event) => change(index, { ...consent, label: event.currentTarget.value })} /></label>
                    <p><label class="beside"><input type="checkbox" checked={consent.required === true} onChange={(event) => change(index, { ...consent, required: event.currentTarget.checked })} /> {words.consentRequired}</label></p>
                    <Translations texts={consent.translations} onChange={(translations) => {
                        const { translations: _, ...rest } = consent;
                        change(index, translations === undefined ? rest : { ...rest, translations });
                    }} />
                    <Button small label={configuration.remove(words.scopes[consent.scope])} onClick={() => onChange(consents.filter((one) => one !== consent))}>✕</Button>
                </fieldset>
            ))}
            {isSingle && <p class="quiet">{words.singleOnly}</p>}
            {free.length > 0 && (
                <select aria-label={words.addConsent} value="" onChange={(event) => {
                    const scope = event.currentTarget.value;
                    event.currentTarget.value = "";
                    if (scope !== "") onChange([...consents, { scope: scope as ConsentScope, label: "" }]);
                }}>
                    <option value="">{words.addConsent} …</option>
                    {free.map((scope) => <option key={scope} value={scope}>{words.scopes[scope]}</option>)}
                </select>
            )}
        </>
    );
}

export function Policies({ policies, onChange }: { policies: readonly PrivacyPolicy[]; onChange: (policies: PrivacyPolicy[]) => void }) {
    const change = (index: number, part: Partial<PrivacyPolicy>) => onChange(policies.map((one, place) => (place === index ? { ...one, ...part } : one)));
    return (
        <>
            {policies.length === 0 && <p class="quiet">{words.noPolicies}</p>}
            {policies.map((policy, index) => (
                <div key={index} class="pair">
                    <input type="text" aria-label={words.policyName} placeholder={words.policyName} maxLength={256} dir="auto" value={policy.orgName} onInput={(event) => change(index, { orgName: event.currentTarget.value })} />
                    <input type="url" aria-label={words.policyUrl} placeholder="https://" maxLength={2000} value={policy.url} onInput={(event) => change(index, { url: event.currentTarget.value })} />
                    <Button small kind="quiet" label={configuration.remove(policy.orgName || words.policies)} onClick={() => onChange(policies.filter((_, place) => place !== index))}>✕</Button>
                </div>
            ))}
            <Button small onClick={() => onChange([...policies, { url: "", orgName: "" }])}>{words.addPolicy}</Button>
        </>
    );
}
