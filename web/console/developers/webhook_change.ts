import type { Subscription, SubscriptionPatch } from "../api/types";

// Only what was changed is sent: a new URL or authentication makes the subscription inactive.
export function changedMembers(subscription: Subscription, typed: SubscriptionPatch): SubscriptionPatch {
    const { callbackUrl, events, ...rest } = typed;
    const before = subscription.events.map((event) => event.name);
    return {
        ...(callbackUrl !== undefined && callbackUrl !== subscription.callbackUrl && { callbackUrl }),
        ...(events !== undefined && JSON.stringify(events) !== JSON.stringify(before) && { events }),
        ...rest,
    };
}
