// The rate limits of the own session, as the last answer of the API had them in its headers.
import { signal } from "@preact/signals";

export interface RateLimits {
    readonly limit: number;  // requests per second
    readonly remaining: number;
    readonly concurrentLimit: number;
    readonly concurrentRemaining: number;
}

export const rateLimits = signal<RateLimits | undefined>(undefined);

export function rateLimitsOf(headers: Headers): RateLimits | undefined {
    const [limit, remaining, concurrentLimit, concurrentRemaining] = ["Limit", "Remaining", "Concurrent-Limit", "Concurrent-Remaining"]
        .map((name) => Number.parseInt(headers.get(`X-RateLimit-${name}`) ?? "", 10));
    if ([limit, remaining, concurrentLimit, concurrentRemaining].some((value) => value === undefined || Number.isNaN(value))) return undefined;
    return { limit, remaining, concurrentLimit, concurrentRemaining } as RateLimits;
}

export function noteRateLimits(headers: Headers): void {
    const found = rateLimitsOf(headers);
    if (found !== undefined) rateLimits.value = found;
}
