// Verifiers that we did not write judge what the program sends, and so do the examples of docs/webhooks.md.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';

import { verify, verifyStandard } from '../../docs/examples/verify.mjs';
import { HOOKS, Stage } from './stage.mjs';

const require = createRequire(import.meta.url);  // both are CommonJS
const LIBRARIES = { standardwebhooks: require('standardwebhooks').Webhook, svix: require('svix').Webhook };

// name: (headers, body, key) => is it good?
const JUDGES = {
    'our example': (headers, body, key) => verify(headers, Buffer.from(body), [key]),
    'our example of Standard Webhooks': (headers, body, key) => verifyStandard(headers, Buffer.from(body), [key]),
};
for (const [name, Webhook] of Object.entries(LIBRARIES)) {
    JUDGES[`${name}, raw`] = (headers, body, key) => accepts(new Webhook(key, { format: 'raw' }), headers, body);
    JUDGES[`${name}, Base64`] = (headers, body, key) =>
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

function verdicts({ headers, body }, key) {
    return Object.fromEntries(Object.entries(JUDGES).map(([name, judge]) => [name, judge(headers, body, key)]));
}
const ALL_ACCEPT = Object.fromEntries(Object.keys(JUDGES).map((name) => [name, true]));
const ALL_REFUSE = Object.fromEntries(Object.keys(JUDGES).map((name) => [name, false]));

let stage;
before(async () => { stage = await Stage.set(); });
after(() => stage?.clear());

async function newJob() {
    const { id } = await stage.call('POST', '/jobs', {
        title: 'Köchin', industry: { id: 'restaurants' }, function: { id: 'production' },
        experienceLevel: { id: 'entry_level' }, location: { countryCode: 'us', city: 'Atlanta' },
    });
    return id;
}

test('what happens is signed so that everybody accepts it, and nobody with another key', async () => {
    const { path, inbox, key } = await stage.subscribe(['job.created']);
    await stage.call('PUT', `${path}/activation`);
    const job = await newJob();

    const [message] = await stage.received(inbox, 1);

    assert.equal(JSON.parse(message.body).id, job);
    assert.equal(message.verified, true);
    assert.deepEqual(verdicts(message, key), ALL_ACCEPT);
    assert.deepEqual(verdicts(message, 'AnotherKey00000000000'), ALL_REFUSE);
});

test('a notification has the headers that the page promises', async () => {
    const { path, inbox } = await stage.subscribe(['job.created']);
    await stage.call('PUT', `${path}/activation`);
    const job = await newJob();

    const [{ headers }] = await stage.received(inbox, 1);

    assert.equal(headers.accept, 'application/json');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['user-agent'], 'callboard');
    assert.equal(headers['event-name'], 'job.created');
    assert.equal(headers['event-version'], 'v1');
    assert.equal(headers.link, `<${stage.address}/jobs/${job}>; rel=self`);
    assert.match(headers['event-id'], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(headers['webhook-id'], headers['event-id']);
    assert.ok(Math.abs(Date.now() / 1000 - Number(headers['smartrecruiters-timestamp'])) < 60);
    assert.equal(headers['webhook-timestamp'], headers['smartrecruiters-timestamp']);
});

test('what was changed on its way is refused by everybody', async () => {
    const { path, inbox, key } = await stage.subscribe(['job.created']);
    await stage.call('POST', `${path}/test`, {});
    const [message] = await stage.received(inbox, 1);
    assert.deepEqual(verdicts(message, key), ALL_ACCEPT);

    const other = { ...message, body: message.body.replace('"id":"', '"id":"0') };

    assert.deepEqual(verdicts(other, key), ALL_REFUSE);
});

test('after a rotation the old key and the new one are good', async () => {
    const { path, inbox, key } = await stage.subscribe(['candidate.deleted']);
    const newer = await stage.newKey(path);
    await stage.call('POST', `${path}/test`, {});

    const [message] = await stage.received(inbox, 1);

    assert.notEqual(newer, key);
    assert.deepEqual(verdicts(message, newer), ALL_ACCEPT);
    assert.deepEqual(verdicts(message, key), ALL_ACCEPT);
});

test('a sample of every event is accepted, with a link and without', async () => {
    const { path, inbox, key } = await stage.subscribe(['job.created']);
    const events = await stage.call('GET', `${HOOKS}/events`);
    assert.equal(events.length, 50);
    for (const { name } of events) await stage.call('POST', `${path}/test`, { event: name });

    const messages = await stage.received(inbox, events.length);

    const named = Object.fromEntries(messages.map((message) => [message.headers['event-name'], message]));
    for (const { name, samplePayload } of events) {
        assert.deepEqual(JSON.parse(named[name].body), samplePayload);
        assert.deepEqual(verdicts(named[name], key), ALL_ACCEPT, name);
    }
});

test('without a key nothing is signed', async () => {
    const { id } = await stage.call('POST', `${HOOKS}/subscriptions`,
                                    { callbackUrl: `${stage.address}/sandbox/inbox/unsigned`, events: ['job.created'] });
    await stage.call('POST', `${HOOKS}/subscriptions/${id}/test`, {});

    const [message] = await stage.received('/sandbox/inbox/unsigned', 1);

    assert.equal(message.verified, null);
    assert.deepEqual(verdicts(message, 'AnyKey000000000000000'), ALL_REFUSE);
});
