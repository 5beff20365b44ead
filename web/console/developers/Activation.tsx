import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch } from "../api/cache";
import { send } from "../api/client";
import type { Subscription } from "../api/types";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { useKeys } from "../parts/Shortcuts";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { developers } from "./words";

const words = developers.webhooks;

// Activates or deactivates a subscription; the reason of a failed handshake stays on the screen.
export function Activation({ subscription }: { subscription: Subscription }) {
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<Error>();
    const { id } = subscription;
    const active = subscription.status === "active";
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}/activation", { subscriptionId: id });
    const changes = [{ entity: "subscription" as const, id }];
    const set = async (wanted: "active" | "inactive") => {
        setBusy(true);
        setError(undefined);
        const shown = at("/webhooks-api/v201907/subscriptions/{subscriptionId}", { subscriptionId: id });
        const takeBack = wanted === "inactive" ? patch(shown, (data) => ({ ...data, status: wanted })) : () => {};
        try {
            if (wanted === "active") await send("PUT", address, {}, { changes });
            else await send("DELETE", address, undefined, { changes });
            toast(wanted === "active" ? words.activated : words.deactivated, wanted === "active" ? {} : { undo: () => void set("active") });
        } catch (failure) {
            takeBack();
            setError(failure as Error);
        }
        setBusy(false);
    };
    const toggle = () => void set(active ? "inactive" : "active");
    useKeys(parts.thisScreen, { a: { title: active ? words.deactivate : words.activate, run: toggle } }, !busy);
    return (
        <>
            <div class="buttons">
                <Button kind={active ? "plain" : "primary"} keys="a" busy={busy} onClick={toggle}>{active ? words.deactivate : words.activate}</Button>
                <AsCurl request={{ method: active ? "DELETE" : "PUT", url: address }} />
                {!active && <small class="quiet">{words.handshake}</small>}
            </div>
            {error && (
                <ActionFailed title={words.handshakeFailed} error={error}>
                    <p><a href="/docs/webhooks#when-it-does-not-work">{words.handshakeHelp}</a></p>
                </ActionFailed>
            )}
        </>
    );
}
