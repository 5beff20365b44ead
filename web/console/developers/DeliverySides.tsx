import type { Callback } from "../api/types";
import { Copy } from "../parts/Copy";
import { Text } from "../parts/Text";
import { prettyBody, replayCurl } from "./deliveries";
import { CodeBlock } from "./Shown";
import { OutcomeBadge, TimeParts, TimingBar } from "./webhook_parts";
import { developers } from "./words";

const words = developers.log;

// Request and response of a delivery side by side.
export function DeliverySides({ callback }: { callback: Callback }) {
    return (
        <div class="delivery-sides">
            <RequestSide callback={callback} />
            <ResponseSide callback={callback} />
        </div>
    );
}

function RequestSide({ callback: { requestDetails } }: { callback: Callback }) {
    const { url, headers, body } = requestDetails;
    return (
        <section class="panel" aria-label={words.request}>
            <h3>{words.request}</h3>
            <p><code>POST</code> <Text>{url}</Text> <Copy text={url} /></p>
            <h4>{words.headers}</h4>
            <Headers headers={headers} />
            <h4>{words.body}</h4>
            {body === "" ? <p class="quiet">{words.noBody}</p> : <CodeBlock text={prettyBody(body)} label={words.body} />}
            {body !== "" && (
                <details>
                    <summary>{words.replay}</summary>
                    <CodeBlock text={replayCurl(requestDetails)} label={words.replay} />
                </details>
            )}
        </section>
    );
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
    return (
        <table class="header-list">
            <tbody>{Object.entries(headers).map(([name, value]) => <tr key={name}><th scope="row"><bdi>{name}</bdi></th><td><bdi>{value}</bdi></td></tr>)}</tbody>
        </table>
    );
}

function ResponseSide({ callback }: { callback: Callback }) {
    return (
        <section class="panel" aria-label={words.response}>
            <h3>{words.response}</h3>
            <p><OutcomeBadge callback={callback} /> {callback.status === "failed" && <span class="quiet">{words.wanted}</span>}</p>
            <TimingBar durationMs={callback.durationMs} />
            <TimeParts callback={callback} />
            {callback.failureReason !== undefined && <p class="notice bad"><Text>{callback.failureReason}</Text></p>}
            {callback.remoteAddress !== undefined && <p>{words.address} <code>{callback.remoteAddress}</code></p>}
            {callback.responseHeaders !== undefined && <><h4>{words.headers}</h4><Headers headers={callback.responseHeaders} /></>}
            {callback.responseBody !== undefined && (
                <>
                    <h4>{words.body}</h4>
                    {callback.responseBody === "" ? <p class="quiet">{words.emptyBody}</p> : <CodeBlock text={prettyBody(callback.responseBody)} label={words.responseBody} />}
                    <small class="quiet">{words.kept}</small>
                </>
            )}
            {callback.responseStatus !== undefined && callback.responseBody === undefined && <p class="quiet">{words.noResponseKept}</p>}
        </section>
    );
}
