// Third-party libraries and the examples of docs/webhooks.md verify the signatures of the program.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { verify, verifyStandard } from '../../docs/examples/verify.mjs';
import { HOOKS, Setup } from './setup.mjs';

const require = createRequire(import.meta.url);  // both are CommonJS
const LIBRARIES = { standardwebhooks: require('standardwebhooks').Webhook, svix: require('svix').Webhook };

// name: (headers, body, key) => whether the signature is valid
const VERIFIERS = {
    'our example': (headers, body, key) => verify(headers, Buffer.from(body), [key]),
    'our example of Standard Webhooks': (headers, body, key) => verifyStandard(headers, Buffer.from(body), [key]),
};
for (const [name, Webhook] of Object.entries(LIBRARIES)) {
    VERIFIERS[`${name}, raw`] = (headers, body, key) => accepts(new Webhook(key, { format: 'raw' }), headers, body);
    VERIFIERS[`${name}, Base64`] = (headers, body, key) =>
        accepts(new Webhook(`whsec_${Buffer.from(key).toString('base64')}`), headers, body);
}

function accepts(webhook, headers, body) {
    try {
        assert.deepEqual(webhook.verify(body, headers), JSON.parse(body));
        return true;
    } catch (problem) {
        if (['No matching signature found', 'Missing required headers'].includes(problem.message)) return false;
        throw problem;
    }
}

function results({ headers, body }, key) {
    return Object.fromEntries(Object.entries(VERIFIERS).map(([name, verifies]) => [name, verifies(headers, body, key)]));
}
const ALL_ACCEPT = Object.fromEntries(Object.keys(VERIFIERS).map((name) => [name, true]));
const ALL_REFUSE = Object.fromEntries(Object.keys(VERIFIERS).map((name) => [name, false]));

let setup;
before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

async function newJob() {
    const { id } = await setup.call('POST', '/jobs', {
        title: 'Köchin', industry: { id: 'restaurants' }, function: { id: 'production' },
        experienceLevel: { id: 'entry_level' }, location: { countryCode: 'us', city: 'Atlanta' },
    });
    return id;
}

test('what happens is signed so that everybody accepts it, and nobody with another key', async () => {
    const { path, inbox, key } = await setup.subscribe(['job.created']);
    await setup.call('PUT', `${path}/activation`);
    const job = await newJob();

    const [message] = await setup.received(inbox, 1);

    assert.equal(JSON.parse(message.body).id, job);
    assert.equal(message.verified, true);
    assert.deepEqual(results(message, key), ALL_ACCEPT);
    assert.deepEqual(results(message, 'AnotherKey00000000000'), ALL_REFUSE);
});

test('a notification has the headers that the page promises', async () => {
    const { path, inbox } = await setup.subscribe(['job.created']);
    await setup.call('PUT', `${path}/activation`);
    const job = await newJob();

    const [{ headers }] = await setup.received(inbox, 1);

    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['user-agent'], 'callboard');
    assert.equal(headers['event-name'], 'job.created');
    assert.equal(headers['event-version'], 'v1');
    assert.equal(headers.link, `<${setup.address}/jobs/${job}>; rel=self`);
    assert.match(headers['event-id'], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(headers['webhook-id'], headers['event-id']);
    assert.ok(Math.abs(Date.now() / 1000 - Number(headers['smartrecruiters-timestamp'])) < 60);
    assert.equal(headers['webhook-timestamp'], headers['smartrecruiters-timestamp']);
});

test('what was changed on its way is refused by everybody', async () => {
    const { path, inbox, key } = await setup.subscribe(['job.created']);
    await setup.call('POST', `${path}/test`, {});
    const [message] = await setup.received(inbox, 1);
    assert.deepEqual(results(message, key), ALL_ACCEPT);

    const other = { ...message, body: message.body.replace('"id":"', '"id":"0') };

    assert.deepEqual(results(other, key), ALL_REFUSE);
});

test('after a rotation the old key and the new one are good', async () => {
    const { path, inbox, key } = await setup.subscribe(['candidate.deleted']);
    const newer = await setup.newKey(path);
    await setup.call('POST', `${path}/test`, {});

    const [message] = await setup.received(inbox, 1);

    assert.notEqual(newer, key);
    assert.deepEqual(results(message, newer), ALL_ACCEPT);
    assert.deepEqual(results(message, key), ALL_ACCEPT);
});

test('a sample of every event is accepted, with a link and without', async () => {
    const { path, inbox, key } = await setup.subscribe(['job.created']);
    const events = await setup.call('GET', `${HOOKS}/events`);
    assert.equal(events.length, 50);
    for (const { name } of events) await setup.call('POST', `${path}/test`, { event: name });

    const messages = await setup.received(inbox, events.length);

    const byName = Object.fromEntries(messages.map((message) => [message.headers['event-name'], message]));
    for (const { name, samplePayload } of events) {
        assert.deepEqual(JSON.parse(byName[name].body), samplePayload);
        assert.deepEqual(results(byName[name], key), ALL_ACCEPT, name);
    }
});

test('without a key nothing is signed', async () => {
    const { id } = await setup.call('POST', `${HOOKS}/subscriptions`,
                                    { callbackUrl: `${setup.address}/sandbox/inbox/unsigned`, events: ['job.created'] });
    await setup.call('POST', `${HOOKS}/subscriptions/${id}/test`, {});

    const [message] = await setup.received('/sandbox/inbox/unsigned', 1);

    assert.equal(message.verified, null);
    assert.deepEqual(results(message, 'AnyKey000000000000000'), ALL_REFUSE);
});
