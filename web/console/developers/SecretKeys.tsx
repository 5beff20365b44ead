import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import { ApiError } from "../api/errors";
import type { Subscription } from "../api/types";
import { ActionFailed } from "../parts/ActionFailed";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Copy } from "../parts/Copy";
import { Failed } from "../parts/Failed";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { developers } from "./words";

const words = developers.keys;

// The newest key of a subscription; undefined with `none`: there is no key.
export function useSecretKey(subscriptionId: string): { key: string | undefined; none: boolean; loading: boolean; error: Error | undefined; reload: () => void } {
    const { data, error, loading, reload } = useResource(at("/webhooks-api/v201907/subscriptions/{subscriptionId}/secret-key", { subscriptionId }));
    const none = data === undefined && error instanceof ApiError && error.code === "SECRET_KEY_NOT_FOUND";
    return { key: data?.secretKey, none, loading, error: none ? undefined : error, reload };
}

export function SecretKeys({ subscription: { id } }: { subscription: Subscription }) {
    const { key, none, loading, error, reload } = useSecretKey(id);
    const [shown, setShown] = useState(false);
    const [failure, setFailure] = useState<Error>();
    const [busy, setBusy] = useState(false);
    const address = at("/webhooks-api/v201907/subscriptions/{subscriptionId}/secret-key", { subscriptionId: id });
    const request = { method: "POST" as const, url: address };
    const create = async () => {
        if (!none && !(await confirm({ title: words.rotateTitle, text: words.rotateText, action: words.rotateAction, request }))) return;
        setBusy(true);
        setFailure(undefined);
        try {
            const made = await send("POST", address, {}, { changes: [{ prefix: address }] });
            patch(address, () => made);
            setShown(true);
            toast(words.created);
        } catch (failed) {
            setFailure(failed as Error);
        }
        setBusy(false);
    };
    const title = none ? words.create : words.rotate;
    useKeys(parts.thisScreen, { "Shift+r": { title, run: () => void create() } }, !busy && (none || key !== undefined));
    if (loading) return <Skeleton lines={3} />;
    if (error && key === undefined) return <Failed error={error} onRetry={reload} />;
    return (
        <>
            <p>{words.text}</p>
            {none && <div class="notice"><p><strong>{words.none}.</strong> {words.noneText}</p></div>}
            {key !== undefined && (
                <dl class="facts">
                    <div>
                        <dt>{words.newest}</dt>
                        <dd class="buttons">
                            <code>{shown ? key : "•".repeat(key.length)}</code>
                            <Button small onClick={() => setShown(!shown)}>{shown ? words.hide : words.show}</Button>
                            <Copy text={key} label={words.copy} />
                        </dd>
                    </div>
                </dl>
            )}
            {key !== undefined && <p class="quiet">{words.rotateText}</p>}
            {failure && <ActionFailed error={failure} />}
            <div class="buttons">
                <Button kind={none ? "primary" : "plain"} keys="Shift+r" busy={busy} onClick={() => void create()}>{title}</Button>
                <AsCurl request={request} />
                <Button kind="quiet" small href="/docs/webhooks#verify">{words.guide}</Button>
            </div>
        </>
    );
}
