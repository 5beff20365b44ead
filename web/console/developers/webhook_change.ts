import type { Subscription, SubscriptionPatch } from "../api/types";

// What the API says of a subscription; of its other members, it accepts new values only.
export function formOf(subscription: Subscription | undefined): SubscriptionPatch {
    const { callbackUrl = "", events = [] } = subscription ?? {};
    return { callbackUrl, events: events.map((event) => event.name) };
}

// Only what was changed is sent: a new URL or authentication makes the subscription inactive.
export function changedMembers(before: SubscriptionPatch, typed: SubscriptionPatch): SubscriptionPatch {
    const { callbackUrl, events, ...rest } = typed;
    return {
        ...(callbackUrl !== undefined && callbackUrl !== before.callbackUrl && { callbackUrl }),
        ...(events !== undefined && JSON.stringify(events) !== JSON.stringify(before.events) && { events }),
        ...rest,
    };
}
