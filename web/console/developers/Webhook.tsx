import { useEffect } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { Subscription } from "../api/types";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { Tabs } from "../parts/Tabs";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { href, useQuery, type ScreenProps } from "../router";
import { crumbs } from "../shell";
import { Activation } from "./Activation";
import { DeliveryLog } from "./DeliveryLog";
import { EditWebhook } from "./EditWebhook";
import { webhookList, webhookPage } from "./routes";
import { SecretKeys } from "./SecretKeys";
import { StateBadge } from "./webhook_parts";
import { developers } from "./words";

const words = developers.webhooks;
const names = ["log", "keys", "edit"] as const;

function useCrumbs(subscription: Subscription | undefined): void {
    useEffect(() => {
        if (subscription === undefined) return;
        crumbs.value = [{ title: words.title, href: href(webhookList) }, { title: subscription.callbackUrl, href: href(webhookPage, { subscriptionId: subscription.id }) }];
    }, [subscription?.id, subscription?.callbackUrl]);
}

export default function Webhook({ params: { subscriptionId, callbackId } }: ScreenProps<"/developers/webhooks/{subscriptionId}/{callbackId?}">) {
    const subscription = useResource(at("/webhooks-api/v201907/subscriptions/{subscriptionId}", { subscriptionId }));
    const [wanted, setTab] = useQuery("tab", "log");
    const current = names.find((name) => name === wanted) ?? "log";
    useCrumbs(subscription.data);
    return (
        <article class={current === "log" ? "screen fill webhook-page" : "screen"}>
            <Loaded resource={subscription} lines={10}>
                {(data) => (
                    <>
                        <header class="screen-head long">
                            <h1><Text>{data.callbackUrl}</Text></h1>
                            <StateBadge subscription={data} />
                            <Button kind="quiet" small href="/docs/webhooks">{words.guide}</Button>
                        </header>
                        <Activation subscription={data} />
                        <Problems subscription={data} />
                        <Tabs label={words.tabs.label} current={current} onSelect={(key) => setTab(key, { push: true })} tabs={names.map((key) => ({ key, title: words.tabs[key] }))}>
                            {current === "log" && <DeliveryLog subscription={data} callbackId={callbackId} />}
                            {current === "keys" && <SecretKeys subscription={data} />}
                            {current === "edit" && <EditWebhook key={data.id} subscription={data} />}
                        </Tabs>
                    </>
                )}
            </Loaded>
        </article>
    );
}

// Why it does not deliver, and the last alerts.
function Problems({ subscription }: { subscription: Subscription }) {
    const { status, suspendedOn, alerts = [] } = subscription;
    return (
        <>
            {status === "inactive" && suspendedOn !== undefined && <p class="notice bad"><strong>{words.suspended}</strong> (<Time at={suspendedOn} as="exact" />). {words.suspendedText}</p>}
            {alerts.length > 0 && (
                <details>
                    <summary>{words.alerts} <span class="count">{alerts.length}</span></summary>
                    <ul>
                        {alerts.map((alert) => (
                            <li key={`${alert.kind} ${alert.occurredOn}`}>
                                {words.alert[alert.kind]}, {words.occurrences(alert.occurrences)}, <Time at={alert.occurredOn} as="exact" />
                                {alert.mailedOn !== undefined && <span class="quiet"> · {words.mailed} <Time at={alert.mailedOn} as="exact" /></span>}
                            </li>
                        ))}
                    </ul>
                </details>
            )}
        </>
    );
}
