import { at } from "../api/address";
import { send } from "../api/client";
import { withoutSecrets } from "../api/curl";
import { SubscriptionInput as schema } from "../api/schemas";
import type { SubscriptionInput, WebhookEvent } from "../api/types";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { go, href } from "../router";
import { webhookList, webhookPage } from "./routes";
import { useEvents, useWebhookLayout } from "./webhook_form";
import { developers } from "./words";

const words = developers.webhooks;

export default function NewWebhook() {
    const events = useEvents();
    return (
        <article class="screen narrow">
            <h1>{words.create}</h1>
            <Loaded resource={events} lines={10}>{(all) => <NewForm events={all} />}</Loaded>
        </article>
    );
}

function NewForm({ events }: { events: readonly WebhookEvent[] }) {
    const address = at("/webhooks-api/v201907/subscriptions");
    const layout = useWebhookLayout(events, false);
    const create = async (input: SubscriptionInput) => {
        const made = await send("POST", address, input, { changes: [{ entity: "subscription" }] });
        toast(words.createdNow);
        return () => go(href(webhookPage, { subscriptionId: made.id }, { tab: "keys" }));
    };
    return (
        <Form<SubscriptionInput> schema={schema} layout={layout} value={{}} submit={words.create} onSubmit={create}
            onCancel={() => void go(href(webhookList))} request={(body) => ({ method: "POST", url: address, body: withoutSecrets(body) })} />
    );
}
