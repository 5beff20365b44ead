import assert from "node:assert/strict";
import { test } from "node:test";
import { noteRateLimits, rateLimits, rateLimitsOf } from "./rate_limits";

const four = { "X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "49", "X-RateLimit-Concurrent-Limit": "16", "X-RateLimit-Concurrent-Remaining": "15" };

test("the four headers are the limits", () => {
    assert.deepEqual(rateLimitsOf(new Headers(four)), { limit: 50, remaining: 49, concurrentLimit: 16, concurrentRemaining: 15 });
});

test("an answer without the headers does not change what is known", () => {
    noteRateLimits(new Headers(four));
    noteRateLimits(new Headers());
    assert.equal(rateLimits.value?.remaining, 49);
    assert.equal(rateLimitsOf(new Headers({ ...four, "X-RateLimit-Limit": "" })), undefined);
});
