import assert from "node:assert/strict";
import test from "node:test";
import { question } from "./offer_change";
import { kOfferStatuses, nextSteps } from "./offer_steps";

test("every step asks first, because none can be taken back", () => {
    for (const step of kOfferStatuses.flatMap(nextSteps)) assert.match(question(step, "Ada Lovelace")?.title ?? "", /\?$/, step);
});
