import assert from "node:assert/strict";
import { test } from "node:test";
import { webcrypto } from "node:crypto";
import { checkSignatures } from "./verify_signature";

if (globalThis.crypto === undefined) Object.defineProperty(globalThis, "crypto", { value: webcrypto });

// The vectors of docs/webhooks.md.
const key = "HeBVky2bccvvkcXPimH8c";
const body = '{"id":"j1"}';
const headers = {
    "Event-id": "e-2", "Event-name": "job.created", "Event-version": "v1", Link: "<https://api.example.test/jobs/j1>; rel=self",
    "Smartrecruiters-timestamp": "1700000000", "Smartrecruiters-signature": "v1=35803a2fdc4bda8047b985d166e6250e1a1eeba8603c0000155a5c4dfe16f2c3",
    "Webhook-id": "e-2", "Webhook-timestamp": "1700000000", "Webhook-signature": "v1,Pv7RnUaCSMuoLSmAz9abzXBs8GS7MIZpOBSCL6mTOpk=",
};
const outcomes = async (...given: Parameters<typeof checkSignatures>) => (await checkSignatures(...given)).map((check) => check.outcome);

test("both signatures of a notification verify with its key", async () => {
    assert.deepEqual(await outcomes(headers, body, key), ["verified", "verified"]);
});

test("one of several signatures is enough, as during a rotation", async () => {
    const rotated = {
        ...headers,
        "Smartrecruiters-signature": `v1=486959447423095dcac3e8368c63553e99120a77521055a096acd5d535232261;${headers["Smartrecruiters-signature"]}`,
        "Webhook-signature": `v1,qQNBduWS1hCoxePzh30lcEpqQBlEV38g4GH6d+R7gmA= ${headers["Webhook-signature"]}`,
    };
    assert.deepEqual(await outcomes(rotated, body, key), ["verified", "verified"]);
    assert.deepEqual(await outcomes(rotated, body, "SecondKey0000000000"), ["verified", "verified"]);
});

test("without Link the signed text ends with a dot", async () => {
    const [check] = await checkSignatures({
        "Event-id": "e-1", "Event-name": "position.deleted", "Event-version": "v1", "Smartrecruiters-timestamp": "1700000000",
        "Smartrecruiters-signature": "v1=15083a74b2b4d8115fc01d7cdaea1d8b71abb8408cad15f1544c57a09812ab2b",
    }, '{"job_id":"j1","position_id":"p1"}', key);
    assert.equal(check?.signedText, '1700000000.{"job_id":"j1","position_id":"p1"}.e-1.position.deleted.v1.');
    assert.equal(check?.outcome, "verified");
});

test("another key, a changed body and a changed header do not verify", async () => {
    assert.deepEqual(await outcomes(headers, body, "AnotherKey00000000000"), ["different", "different"]);
    assert.deepEqual(await outcomes(headers, '{"id":"j2"}', key), ["different", "different"]);
    assert.deepEqual(await outcomes({ ...headers, "Event-name": "job.updated" }, body, key), ["different", "verified"]);
});

test("without a key nothing is claimed; without a header there is no signature", async () => {
    assert.deepEqual(await outcomes(headers, body, undefined), ["unknown", "unknown"]);
    assert.deepEqual(await outcomes({ "Event-id": "e-2" }, body, key), ["unsigned", "unsigned"]);
});
