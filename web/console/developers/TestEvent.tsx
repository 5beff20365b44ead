import { useState } from "preact/hooks";
import { at } from "../api/address";
import { send } from "../api/client";
import type { Callback, Subscription } from "../api/types";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { DeliverySides } from "./DeliverySides";
import { useEvents } from "./webhook_form";
import { developers } from "./words";

const words = developers.test;

export function TestEvent({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
    const subscribed = subscription.events.map((event) => event.name);
    const others = (useEvents().data ?? []).map((event) => event.name).filter((name) => !subscribed.includes(name));
    const [event, setEvent] = useState(subscribed[0] ?? "");
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<Error>();
    const [sent, setSent] = useState<Callback>();
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}/test", { subscriptionId: subscription.id });
    const run = async () => {
        setBusy(true);
        setError(undefined);
        try {
            setSent(await send("POST", address, { event }, { changes: [{ entity: "callback", id: subscription.id }] }));
        } catch (failure) {
            setError(failure as Error);
        }
        setBusy(false);
    };
    return (
        <Dialog title={words.title} wide onClose={onClose} footer={<Button onClick={onClose}>{developers.close}</Button>}>
            <p class="quiet">{words.text}</p>
            <form class="buttons" onSubmit={(submitted) => { submitted.preventDefault(); if (!busy) void run(); }}>
                <label>{words.event}{" "}
                    <select value={event} onChange={(changed) => setEvent(changed.currentTarget.value)}>
                        <optgroup label={developers.webhooks.one}>{subscribed.map((name) => <option key={name} value={name}>{name}</option>)}</optgroup>
                        {others.length > 0 && <optgroup label={developers.others}>{others.map((name) => <option key={name} value={name}>{name}</option>)}</optgroup>}
                    </select>
                </label>
                <Button type="submit" kind="primary" busy={busy}>{sent ? words.again : words.send}</Button>
                <AsCurl request={{ method: "POST", url: address, body: { event } }} />
            </form>
            {error && <ActionFailed error={error} />}
            {sent && (
                <div aria-live="polite">
                    <p><Badge tone={sent.status === "successful" ? "good" : "bad"}>{sent.status === "successful" ? words.delivered : words.failed}</Badge></p>
                    <DeliverySides callback={sent} />
                </div>
            )}
        </Dialog>
    );
}
