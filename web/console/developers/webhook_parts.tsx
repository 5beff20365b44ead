// Small things that several webhook screens show.
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { Callback, Subscription } from "../api/types";
import { Badge } from "../parts/Badge";
import { Pending } from "../parts/Skeleton";
import { healthOf, partsOfTime, timingBar } from "./deliveries";
import { developers } from "./words";

const words = developers.webhooks;
const kShown = 20;  // deliveries in the health of a subscription

export function StateBadge({ subscription }: { subscription: Subscription }) {
    if (subscription.status === "active") return <Badge tone="good">{words.active}</Badge>;
    return subscription.suspendedOn === undefined ? <Badge>{words.inactive}</Badge> : <Badge tone="bad">{words.suspended}</Badge>;
}

// The newest deliveries, oldest to the left.
export function HealthBar({ subscriptionId }: { subscriptionId: string }) {
    const log = useResource(at("/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks-log", { subscriptionId, limit: kShown }));
    if (log.data === undefined) return log.error ? <span class="quiet">–</span> : <Pending />;
    if (log.data.length === 0) return <span class="quiet">{words.noDeliveries}</span>;
    const { delivered, failing } = healthOf(log.data);
    return (
        <span>
            <span class="health" aria-hidden="true">{[...log.data].reverse().map((callback) => <i key={callback.id} class={callback.status === "failed" ? "down" : undefined} />)}</span>
            {words.healthText(delivered, log.data.length)} {failing && <Badge tone="bad">{words.failing}</Badge>}
        </span>
    );
}

export function OutcomeBadge({ callback }: { callback: Callback }) {
    return <Badge tone={callback.status === "successful" ? "good" : "bad"}>{callback.responseStatus ?? developers.log.noResponse}</Badge>;
}

export function TimingBar({ durationMs }: { durationMs: number }) {
    const { share, tone, text } = timingBar(durationMs);
    return (
        <span class="timing">
            <span class="timing-track" aria-hidden="true"><span class={`timing-part ${tone}`} style={{ width: `${share * 100}%` }} /></span>
            <span class="number">{text}</span>
        </span>
    );
}

// Where the time of a call went.
export function TimeParts({ callback }: { callback: Callback }) {
    const parts = partsOfTime(callback);
    if (parts.length === 0) return null;
    return (
        <div class="time-parts">
            <div class="time-parts-bar" aria-hidden="true">{parts.map(({ part, share }) => <i key={part} class={part} style={{ flexGrow: share }} />)}</div>
            <ul aria-label={developers.log.timing}>{parts.map(({ part, text }) => <li key={part}><i class={part} aria-hidden="true" />{developers.log.parts[part]} <span class="number">{text}</span></li>)}</ul>
        </div>
    );
}
