import { at } from "../api/address";
import { drop, patch } from "../api/cache";
import { send } from "../api/client";
import { withoutSecrets } from "../api/curl";
import { SubscriptionInput as schema } from "../api/schemas";
import type { Subscription, SubscriptionPatch, WebhookEvent } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href } from "../router";
import { webhookList } from "./routes";
import { changedMembers, formOf } from "./webhook_change";
import { useEvents, useWebhookLayout } from "./webhook_form";
import { developers } from "./words";

const words = developers.webhooks;

async function remove({ id, callbackUrl }: Subscription): Promise<void> {
    const sure = await confirm({ title: words.removeTitle, text: words.removeText(callbackUrl), action: words.remove, danger: true });
    if (!sure) return;
    await send("DELETE", at("/webhooks-api/v201907/subscriptions/{subscriptionId}", { subscriptionId: id }), undefined);
    await go(href(webhookList), { replace: true });
    drop({ entity: "subscription" });
    toast(words.removed);
}

export function EditWebhook({ subscription }: { subscription: Subscription }) {
    const events = useEvents();
    const url = at("/webhooks-api/v201907/subscriptions/{subscriptionId}", { subscriptionId: subscription.id });
    const runRemove = () => void remove(subscription).catch(toastError);
    useKeys(parts.thisScreen, { "Shift+d": { title: words.remove, run: runRemove } });
    return (
        <>
            <Loaded resource={events} lines={8}>{(all) => <EditForm subscription={subscription} events={all} />}</Loaded>
            <h2>{words.remove}</h2>
            <div class="buttons">
                <Button kind="danger" keys="Shift+d" onClick={runRemove}>{words.remove}</Button>
                <AsCurl request={{ method: "DELETE", url }} />
            </div>
        </>
    );
}

function EditForm({ subscription, events }: { subscription: Subscription; events: readonly WebhookEvent[] }) {
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}", { subscriptionId: subscription.id });
    const layout = useWebhookLayout(events, true);
    const editing = useComparing<"/webhooks-api/v201907/subscriptions/{subscriptionId}", SubscriptionPatch>({
        address, opened: subscription, formOf,
        write: async (form, before) => {
            const saved = await send("PATCH", address, changedMembers(before, form), { changes: [{ entity: "subscription", id: subscription.id }] });
            patch(address, (data) => ({ ...data, ...saved }));
            toast(subscription.status === "active" && saved.status === "inactive" ? words.savedInactive : words.saved);
            return formOf(saved);
        },
    });
    return (
        <Form<SubscriptionPatch> schema={schema} layout={layout} value={editing.value} onSubmit={editing.save} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PATCH", url: address, body: withoutSecrets(changedMembers(editing.before, typed)) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as SubscriptionPatch} mine={typed} />} />
    );
}
