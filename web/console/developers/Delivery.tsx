import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import type { Callback, Subscription } from "../api/types";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { Timeline } from "../parts/Timeline";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { href } from "../router";
import { attemptsOf, durationText, eventNameOf, timeOfId } from "./deliveries";
import { DeliverySides } from "./DeliverySides";
import { webhookPage } from "./routes";
import { Signature } from "./Signature";
import { OutcomeBadge, TimingBar } from "./webhook_parts";
import { developers } from "./words";

const words = developers.log;
const kLog = "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks-log";

interface DeliveryProps {
    readonly subscription: Subscription;
    readonly callbackId: string;
    readonly rows: readonly Callback[];
    readonly loading: boolean;
}

// One delivery: from the rows that are loaded, or for a link to an older one by the time in its id.
export function Delivery({ subscription, callbackId, rows, loading }: DeliveryProps) {
    const known = rows.find((row) => row.id === callbackId);
    const time = known === undefined && !loading ? timeOfId(callbackId) : undefined;
    const around = useResource(time === undefined ? null
        : at(kLog, { subscriptionId: subscription.id, limit: 100, after: time.toISOString(), before: new Date(time.getTime() + 1_000).toISOString() }));
    const callback = known ?? around.data?.find((row) => row.id === callbackId);
    if (callback !== undefined) return <Shown subscription={subscription} callback={callback} rows={rows} />;
    if (loading || around.loading) return <Skeleton lines={8} />;
    if (around.error) return <Failed error={around.error} onRetry={around.reload} />;
    return <Empty title={words.goneTitle}><p>{words.goneText}</p></Empty>;
}

function Redeliver({ subscription, callback }: { subscription: Subscription; callback: Callback }) {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<Error>();
    const active = subscription.status === "active";
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks/{callbackId}/redelivery", { subscriptionId: subscription.id, callbackId: callback.id });
    const redeliver = async () => {
        setBusy(true);
        setError(undefined);
        try {
            await send("POST", address, {}, { changes: [{ prefix: at(kLog, { subscriptionId: subscription.id }) }] });
            toast(words.redelivered);
        } catch (failure) {
            setError(failure as Error);
        }
        setBusy(false);
    };
    useKeys(parts.thisScreen, { r: { title: words.redeliverKeys, run: () => void redeliver() } }, active && !busy);
    return (
        <>
            <div class="buttons">
                <Button kind="primary" keys="r" busy={busy} disabled={!active} onClick={() => void redeliver()}>{words.redeliver}</Button>
                {!active && <span class="quiet">{words.needsActive}</span>}
                <AsCurl request={{ method: "POST", url: address }} />
            </div>
            {error && <ActionFailed error={error} />}
        </>
    );
}

function Shown({ subscription, callback, rows }: { subscription: Subscription; callback: Callback; rows: readonly Callback[] }) {
    const attempts = attemptsOf(rows, callback.eventId);
    const own = attempts.find((attempt) => attempt.callback.id === callback.id);
    return (
        <article class="screen delivery">
            <header class="screen-head"><h2><Text>{eventNameOf(callback)}</Text></h2><Badge tone={callback.status === "successful" ? "good" : "bad"}>{words[callback.status]}</Badge></header>
            {callback.failureReason !== undefined && <p class="notice bad"><strong>{words.failure}:</strong> <Text>{callback.failureReason}</Text></p>}
            <Redeliver subscription={subscription} callback={callback} />
            <dl class="facts">
                <div><dt>{words.time}</dt><dd><Time at={callback.timestamp} as="exact" />{own && attempts.length > 1 && <span class="quiet"> · {words.attempt(own.number, attempts.length)}</span>}</dd></div>
                <div><dt>{words.timing}</dt><dd><TimingBar durationMs={callback.durationMs} /><small class="quiet">{words.timingHelp}</small></dd></div>
                <div><dt>{words.eventId}</dt><dd><Code>{callback.eventId}</Code></dd></div>
                <div><dt>{words.callbackId}</dt><dd><Code>{callback.id}</Code></dd></div>
            </dl>
            <DeliverySides callback={callback} />
            <Signature subscriptionId={subscription.id} callback={callback} />
            {attempts.length > 1 && (
                <section>
                    <h3>{words.attempts} <span class="count">{attempts.length}</span></h3>
                    <p class="quiet">{words.attemptsHelp}</p>
                    <Timeline label={words.attempts} times="exact" entries={attempts.map(({ callback: one, number, after }) => ({
                        key: one.id, at: one.timestamp, tone: one.status === "successful" ? "good" : "bad",
                        title: <><a href={href(webhookPage, { subscriptionId: subscription.id, callbackId: one.id }) + location.search} aria-current={one.id === callback.id || undefined}>{words.attempt(number, attempts.length)}</a> <OutcomeBadge callback={one} /></>,
                        text: [after === undefined ? "" : words.later(durationText(after)), durationText(one.durationMs), one.failureReason].filter(Boolean).join(" · "),
                    }))} />
                </section>
            )}
        </article>
    );
}
