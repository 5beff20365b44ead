import { useEffect, useState } from "preact/hooks";
import type { Callback } from "../api/types";
import { Badge, type Tone } from "../parts/Badge";
import { Skeleton } from "../parts/Skeleton";
import { useSecretKey } from "./SecretKeys";
import { CodeBlock } from "./Shown";
import { checkSignatures, type SignatureCheck } from "./verify_signature";
import { developers } from "./words";

const words = developers.signature;
const tones: Record<SignatureCheck["outcome"], Tone> = { verified: "good", different: "bad", unsigned: "wait", unknown: "neutral" };

// Verifies both signatures in the browser with the newest secret key, and shows how.
export function Signature({ subscriptionId, callback }: { subscriptionId: string; callback: Callback }) {
    const { key, loading } = useSecretKey(subscriptionId);
    const [checks, setChecks] = useState<readonly SignatureCheck[]>();
    const { headers, body } = callback.requestDetails;
    useEffect(() => {
        if (loading || body === "") return undefined;
        let gone = false;
        void checkSignatures(headers, body, key).then((found) => { if (!gone) setChecks(found); });
        return () => { gone = true; };
    }, [callback.id, key, loading]);
    return (
        <section aria-label={words.title}>
            <h3>{words.title}</h3>
            {body === "" ? <p class="quiet">{words.noBody}</p> : checks === undefined ? <Skeleton lines={2} /> : checks.map((check) => <Check key={check.scheme} check={check} />)}
        </section>
    );
}

function Check({ check }: { check: SignatureCheck }) {
    return (
        <div class="signature">
            <p>
                <code>{words[check.scheme]}</code> <Badge tone={tones[check.outcome]}>{words[check.outcome]}</Badge>
                {check.outcome === "different" && <small class="quiet"> {words.differentHelp}</small>}
            </p>
            {check.given.length > 0 && (
                <details>
                    <summary>{words.how}</summary>
                    <p class="quiet">{check.scheme === "standard" ? words.standardHow : words.smartrecruitersHow}</p>
                    <h4>{words.signedText}</h4><CodeBlock text={check.signedText} label={words.signedText} />
                    <h4>{words.given}</h4><CodeBlock text={check.given.join("\n")} label={words.given} />
                    {check.expected !== undefined && <><h4>{words.expected}</h4><CodeBlock text={check.expected} label={words.expected} /></>}
                    <p class="quiet">{words.mistakes}</p>
                </details>
            )}
        </div>
    );
}
