import assert from "node:assert/strict";
import { test } from "node:test";
import type { Subscription } from "../api/types";
import { changedMembers, formOf } from "./webhook_change";

const subscription: Subscription = {
    id: "s", callbackUrl: "https://a.example", events: [{ name: "job.created", version: "v1" }], status: "active", createdOn: "2026-11-18T07:00:00.000Z",
};
const before = formOf(subscription);

test("what was not changed is not sent, because a sent URL deactivates a subscription", () => {
    assert.deepEqual(changedMembers(before, { callbackUrl: "https://a.example", events: ["job.created"] }), {});
    assert.deepEqual(changedMembers(before, { callbackUrl: "https://b.example", events: ["job.created"] }), { callbackUrl: "https://b.example" });
    assert.deepEqual(changedMembers(before, { callbackUrl: "https://a.example", events: ["job.created", "job.updated"] }), { events: ["job.created", "job.updated"] });
});

test("authentication is removed with null and kept without it", () => {
    assert.deepEqual(changedMembers(before, { callbackAuthentication: null }), { callbackAuthentication: null });
    assert.deepEqual(changedMembers(before, { alertingEmailAddress: "ops@a.example" }), { alertingEmailAddress: "ops@a.example" });
});
