import { useState } from "preact/hooks";
import { at } from "../api/address";
import { send } from "../api/client";
import type { Subscription } from "../api/types";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { localTime, utcTime } from "../parts/Field";
import { toast } from "../parts/Toast";
import { kSpans } from "./log_filter";
import { developers } from "./words";

const words = developers.recover;
const ago = (ms: number) => new Date(Math.floor((Date.now() - ms) / 60_000) * 60_000).toISOString();

// Counts first what would be sent, then sends it.
export function Recover({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
    const [since, setSince] = useState<string | undefined>(() => ago(kSpans["day"] ?? 0));
    const [count, setCount] = useState<number>();
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<Error>();
    const active = subscription.status === "active";
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}/recovery", { subscriptionId: subscription.id });
    const choose = (time: string | undefined) => {
        setSince(time);
        setCount(undefined);
    };
    const run = async (dryRun: boolean) => {
        if (since === undefined || busy) return;
        setBusy(true);
        setError(undefined);
        try {
            const { deliveries } = await send("POST", address, { since, dryRun }, { changes: dryRun ? [] : [{ entity: "callback", id: subscription.id }] });
            if (dryRun) setCount(deliveries);
            else {
                toast(words.done(deliveries));
                onClose();
            }
        } catch (failure) {
            setError(failure as Error);
        }
        setBusy(false);
    };
    return (
        <Dialog title={words.title} onClose={onClose} footer={<>
            <AsCurl request={{ method: "POST", url: address, body: { since, dryRun: false } }} />
            <Button busy={busy} disabled={!active || since === undefined} onClick={() => void run(true)}>{words.count}</Button>
            <Button kind="primary" busy={busy} disabled={!active || !count} onClick={() => void run(false)}>{words.run}</Button>
        </>}>
            <p class="quiet">{words.text}</p>
            {!active && <p class="notice">{developers.log.needsActive}</p>}
            <div class="field">
                <label for="recover-since">{words.since}</label>
                <input id="recover-since" type="datetime-local" value={localTime(since ?? "")} onInput={(event) => choose(utcTime(event.currentTarget.value))} />
            </div>
            <div class="buttons">
                {Object.entries(words.presets).map(([key, title]) => <Button key={key} small onClick={() => choose(ago(kSpans[key] ?? 0))}>{title}</Button>)}
            </div>
            <p aria-live="polite">{since === undefined ? words.wrongTime : count === undefined ? "" : words.counted(count)}</p>
            {error && <ActionFailed error={error} />}
        </Dialog>
    );
}
