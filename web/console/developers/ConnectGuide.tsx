import { useEffect, useMemo, useState } from "preact/hooks";
import { curlText } from "../api/curl";
import { Button } from "../parts/Button";
import { Skeleton } from "../parts/Skeleton";
import type { OwnApplication } from "./application_form";
import { authorizationUrl, challengeOf, exchangeCurl, randomText, refreshCurl } from "./authorize";
import { CodeBlock } from "./Shown";
import { developers } from "./words";

const words = developers.applications.connect;

// Verifier, challenge and state of one attempt.
function usePkce(clientId: string): { verifier: string; state: string; challenge: string | undefined } {
    const fresh = useMemo(() => ({ verifier: randomText(32), state: randomText(12) }), [clientId]);
    const [challenge, setChallenge] = useState<string>();
    useEffect(() => {
        setChallenge(undefined);
        void challengeOf(fresh.verifier).then(setChallenge);
    }, [fresh]);
    return { ...fresh, challenge };
}

function bearerCurl(origin: string): string {
    return curlText({ method: "GET", url: "/user-api/v201804/users/me" }, origin).replace('"X-SmartToken: $CALLBOARD_KEY"', '"Authorization: Bearer $ACCESS_TOKEN"');
}

// The whole flow, ready to be tried: the authorization URL and the commands that follow.
export function ConnectGuide({ application }: { application: OwnApplication }) {
    const [chosen, setChosen] = useState<string>();
    const { verifier, state, challenge } = usePkce(application.clientId);
    const redirectUri = application.redirectUris.find((uri) => uri === chosen) ?? application.redirectUris[0] ?? "";
    if (challenge === undefined) return <Skeleton lines={6} />;
    const { origin } = location;
    const url = authorizationUrl(origin, { clientId: application.clientId, redirectUri, scopes: application.scopes, state, challenge });
    return (
        <section aria-label={words.steps}>
            {application.redirectUris.length > 1 && (
                <p><label>{words.redirect}{" "}
                    <select value={redirectUri} onChange={(event) => setChosen(event.currentTarget.value)}>
                        {application.redirectUris.map((uri) => <option key={uri} value={uri}>{uri}</option>)}
                    </select>
                </label></p>
            )}
            <h3>{words.openTitle}</h3>
            <p class="quiet">{words.openText}</p>
            <CodeBlock text={url} label={words.openTitle} />
            <p><a class="button small" href={url} target="_blank" rel="noopener">{words.open}</a></p>
            <h3>{words.exchangeTitle}</h3>
            <p class="quiet">{words.exchangeText}</p>
            <CodeBlock text={exchangeCurl(origin, application, verifier)} label={words.exchangeTitle} />
            <h3>{words.refreshTitle}</h3>
            <CodeBlock text={refreshCurl(origin, application)} label={words.refreshTitle} />
            <h3>{words.callTitle}</h3>
            <CodeBlock text={bearerCurl(origin)} label={words.callTitle} />
            <p><Button kind="quiet" small href="/docs/partners">{words.guide}</Button></p>
        </section>
    );
}
