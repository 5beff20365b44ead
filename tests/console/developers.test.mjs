// What partner developers do in the console: register and connect an application, credentials, repair a webhook.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { startPartner, startReceiver, stopServers } from './partner.mjs';
import { faultOf, field, heading, notice, picture, press, Setup, until } from './setup.mjs';

let folder;
let partner;   // the redirect target of an application
let receiver;  // of webhooks
let setup;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-receiver-'));
    receiver = await startReceiver(folder);
    partner = await startPartner();
    setup = await Setup.start({ words: receiver.options, others: [partner.origin] });
});
after(async () => {
    await setup?.stop();
    stopServers(receiver, partner);
    if (folder) await rm(folder, { recursive: true });
});

// Runs a command that the console shows, with values for its variables.
async function shell(command, variables) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/^curl /, 'curl -sS --fail-with-body ')], { env: { ...process.env, ...variables } });
    return JSON.parse(stdout);
}

test('A developer registers an application and connects it: consent, code, tokens, a call', () => setup.as('ADMINISTRATOR', async (page, context) => {
    await page.open('/developers/applications');
    await page.locator('main').getByText('Register an application').first().click();
    await heading(page, 'Register an application').waitFor();
    await field(page, 'Name').fill('Kitchen Planner');
    await field(page, 'Redirect URIs').fill(`${partner.origin}/callback`);
    await field(page, 'Redirect URIs').press('Enter');
    await page.getByRole('checkbox', { name: /jobs_read$/ }).check();
    await press(page, 'Register an application');
    const dialog = page.getByRole('dialog', { name: 'Application registered' });
    const secret = await dialog.getByLabel('Client secret').innerText();
    const clientId = await dialog.getByLabel('Client id').innerText();
    await picture(page, 'journey-application-registered');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await heading(page, 'Kitchen Planner', 2).waitFor();
    assert.equal(await page.getByText(secret).count(), 0);  // shown once

    const exchange = await page.getByLabel('2. Exchange the code within 30 seconds').innerText();
    const callCommand = await page.getByLabel('4. Call the API').innerText();
    const [consent] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Open in a new tab' }).click()]);
    await consent.getByText('Kitchen Planner').first().waitFor();
    await picture(consent, 'journey-consent');
    await consent.getByRole('button', { name: 'Authorize' }).click();
    await heading(consent, 'Connected').waitFor();
    const code = new URL(consent.url()).searchParams.get('code');
    const tokens = await shell(exchange, { CLIENT_SECRET: secret, CODE: code });
    const me = await shell(callCommand, { ACCESS_TOKEN: tokens.access_token });
    assert.equal(me.email, 'ines.okafor@harbourlane.example');

    await page.reload();
    await page.getByRole('tab', { name: /^Connections/ }).click();
    await page.getByRole('row', { name: /Ines Okafor/ }).waitFor();
    await picture(page, 'journey-connection');
    await page.getByRole('row', { name: /Ines Okafor/ }).getByRole('button', { name: /Disconnect/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Nobody has connected it yet').waitFor();
    const refused = await fetch(`${setup.address}/users/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
    assert.equal(refused.status, 401);

    await press(page, 'Rotate secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    assert.notEqual(await page.getByRole('dialog', { name: 'New secret' }).getByLabel('Client secret').innerText(), secret);
    await press(page, 'I have stored it');
    await press(page, 'Revoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await notice(page, 'Kitchen Planner revoked').waitFor();
    assert.equal(await page.getByText(clientId).count(), 0);
}));

test('An API key is created, shown once, works, and is revoked', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/developers/credentials');
    await press(page, 'Create a credential');
    const form = page.getByRole('dialog', { name: 'Create a credential' });
    await form.getByRole('radio', { name: /^API key/ }).check();
    await field(form, 'Name').fill('Nightly import');
    await picture(page, 'journey-credential-form');
    await press(form, 'Create a credential');
    const dialog = page.getByRole('dialog', { name: 'API key created' });
    const key = await dialog.getByLabel('API key', { exact: true }).innerText();
    const ask = () => fetch(`${setup.address}/users/me`, { headers: { 'X-SmartToken': key } });
    await until(async () => (await ask()).status === 200);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    const row = page.getByRole('row', { name: /Nightly import/ });
    await page.keyboard.press('Shift+d');  // no row has the focus
    assert.equal(await page.getByRole('dialog').count(), 0);
    await row.focus();
    await page.keyboard.press('Shift+d');
    await page.getByRole('dialog', { name: /Nightly import/ }).getByRole('button', { name: 'Revoke' }).click();
    await notice(page, 'Nightly import revoked').waitFor();
    await until(async () => (await ask()).status === 401);
}));

test('A failing webhook is repaired from its log', () => setup.as('ADMINISTRATOR', async (page) => {
    receiver.answer = 500;
    const url = receiver.callbackUrl;
    await page.open('/developers/webhooks/new');
    await field(page, 'Callback URL').fill(url);
    await page.getByRole('checkbox', { name: /^job\.created/ }).check();
    await press(page, 'Create a subscription');
    await heading(page, url).waitFor();
    await page.getByRole('button', { name: 'Create a secret key' }).waitFor();
    await page.keyboard.press('Shift+r');
    await notice(page, 'Secret key created').waitFor();
    const keys = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/secret-key'));
    await page.keyboard.press('Shift+r');  // a second one: receivers have to be told
    await press(page.getByRole('dialog', { name: 'Create another secret key?' }), 'Create another key');
    await keys;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await notice(page, 'Active: events are delivered from now on').waitFor();

    await page.getByRole('tab', { name: 'Delivery log' }).click();
    await page.getByText('No deliveries yet').waitFor();
    await setup.addJob('Notified', { published: false });
    const failed = page.getByRole('row', { name: /500.*job\.created/ });
    await failed.first().waitFor();  // the live tail
    await failed.first().click();
    const detail = page.getByRole('region', { name: 'Delivery' });
    await detail.getByText('Failed', { exact: true }).waitFor();
    await detail.getByRole('region', { name: 'Request' }).getByText('job.created').first().waitFor();
    await detail.getByText('Verified with the newest secret key').first().waitFor();
    const response = detail.getByRole('region', { name: 'Response' });
    await response.getByRole('row', { name: 'X-served-by kitchen-2' }).waitFor();
    await response.getByText('answer 500 <b>').waitFor();
    await response.getByRole('list', { name: 'Timing' }).getByText(/^Wait for the response/).waitFor();
    await picture(page, 'journey-webhook-failed');

    receiver.answer = 202;  // the developer has repaired it
    await detail.getByRole('button', { name: 'Redeliver' }).click();
    await notice(page, 'The event is sent again now').waitFor();
    await page.getByRole('row', { name: /202.*job\.created/ }).waitFor();
    await picture(page, 'journey-webhook-repaired');
    assert.deepEqual([...new Set(receiver.seen)], ['job.created']);

    receiver.answer = 503;  // many fail, and are recovered together
    for (let i = 0; i < 3; ++i) await setup.addJob(`Lost ${i}`, { published: false });
    await until(() => receiver.seen.length >= 5);
    receiver.answer = 202;
    await page.keyboard.press('Shift+r');
    const dialog = page.getByRole('dialog', { name: 'Recover deliveries' });
    await dialog.getByRole('button', { name: 'Count' }).click();
    await dialog.getByText(/^\d+ deliver(y|ies) will be sent again$/).waitFor();
    await dialog.getByRole('button', { name: 'Recover', exact: true }).click();
    await notice(page, /deliver(y is|ies are) sent again/).waitFor();
    await until(async () => await page.getByRole('row', { name: /202.*job\.created/ }).count() === 4);

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await page.keyboard.press('Shift+d');
    await press(page.getByRole('dialog', { name: 'Delete this subscription?' }), 'Delete');
    await heading(page, 'Webhooks').waitFor();
}));

test('A receiver that refuses the handshake: the reason stays on the screen', () => setup.as('ADMINISTRATOR', async (page) => {
    const { id } = await setup.api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: `${partner.origin.replace('http', 'https')}/`, events: ['job.created'] });
    await page.open(`/developers/webhooks/${id}`);
    await press(page, 'Activate');
    const alert = page.getByRole('alert').filter({ hasText: 'The subscription could not be activated' });
    await alert.waitFor();
    await picture(page, 'journey-handshake-failed');
    assert.equal(await page.getByRole('button', { name: 'Activate' }).count(), 1);
}, { expected: /status of 424/ }));

test('A test event shows what the receiver got and answered', () => setup.as('ADMINISTRATOR', async (page) => {
    receiver.answer = 202;
    const { id } = await setup.api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: `${receiver.callbackUrl}/test`, events: ['job.created'] });
    await page.open(`/developers/webhooks/${id}`);
    await page.getByRole('button', { name: 'Send a test event' }).first().click();  // also while it is inactive
    const dialog = page.getByRole('dialog', { name: 'Send a test event' });
    await dialog.getByRole('combobox', { name: 'Event' }).selectOption('application.created');
    await press(dialog, 'Send');
    await dialog.getByText('Delivered', { exact: true }).waitFor();
    await dialog.getByRole('region', { name: 'Request' }).getByText('application.created').first().waitFor();
    await picture(page, 'test-event');
    assert.equal(receiver.seen.at(-1), 'application.created');
    receiver.answer = 500;
    await press(dialog, 'Send another');
    await dialog.getByText('Not delivered', { exact: true }).waitFor();
    await dialog.getByRole('region', { name: 'Response' }).getByText('500').first().waitFor();
}));

test('Client credentials are created with scopes, exchanged by the command that is shown, and revoked', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/developers/credentials');
    await press(page, 'Create a credential');
    const form = page.getByRole('dialog', { name: 'Create a credential' });
    await form.getByRole('radio', { name: /^Client credentials/ }).check();
    await press(form, 'Create a credential');
    await form.locator('[aria-invalid=true]').first().waitFor();
    assert.equal(await faultOf(form, 'Name'), 'is required');
    await field(form, 'Name').fill('Shift planner');
    await form.getByRole('checkbox', { name: /jobs_read$/ }).check();
    await press(form, 'Create a credential');
    const dialog = page.getByRole('dialog', { name: 'Client credentials created' });
    const secret = await dialog.getByLabel('Client secret').innerText();
    const tokens = await shell(await dialog.getByLabel('Use it').innerText(), { CLIENT_SECRET: secret });
    await picture(page, 'client-credentials');
    const ask = async (path) => (await fetch(setup.address + path, { headers: { Authorization: `Bearer ${tokens.access_token}` } })).status;
    assert.equal(await ask('/jobs?limit=1'), 200);
    assert.equal(await ask('/candidates?limit=1'), 403);  // another scope
    await press(dialog, 'I have stored it');
    await page.getByRole('row', { name: /Shift planner/ }).getByRole('button', { name: /Revoke/ }).click();
    await press(page.getByRole('dialog'), 'Revoke');
    await notice(page, 'Shift planner revoked').waitFor();
    await until(async () => await ask('/jobs?limit=1') === 401);
}));

test('Two people edit an application, a webhook: the second one sees what the first has changed, and nothing of it is lost', () => setup.as('ADMINISTRATOR', async (page) => {
    const [first, second] = ['/callback', '/second'].map((path) => partner.origin + path);
    const { clientId } = await setup.api('POST', '/identity/applications', { name: 'Larder Planner', redirectUris: [first], scopes: ['jobs_read'], confidential: true });
    const application = `/identity/applications/${clientId}`;
    await page.open(`/developers/applications/${clientId}?tab=edit`);
    await field(page, 'Name').fill('Cellar Planner');
    await setup.api('PATCH', application, { redirectUris: [first, second] });
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    for (let attempt = 0; attempt < 2; ++attempt) {  // to save again is no answer
        await press(page, 'Save');
        await conflict.getByRole('row', { name: /Redirect URIs.*\/callback.*\/second/ }).waitFor();
        assert.equal((await setup.api('GET', application)).name, 'Larder Planner');
    }
    await press(conflict, 'Save mine');
    await notice(page, 'Saved').waitFor();
    const saved = await setup.api('GET', application);
    assert.deepEqual([saved.name, saved.redirectUris], ['Cellar Planner', [first, second]]);

    const { id } = await setup.api('POST', '/webhooks-api/v201907/subscriptions', { callbackUrl: `${receiver.callbackUrl}/edited`, events: ['job.created'] });
    const webhook = `/webhooks-api/v201907/subscriptions/${id}`;
    await page.open(`/developers/webhooks/${id}?tab=edit`);
    await field(page, 'Callback URL').fill(`${receiver.callbackUrl}/mine`);
    await setup.api('PATCH', webhook, { events: ['job.created', 'job.updated'] });
    await press(page, 'Save');
    await conflict.getByRole('row', { name: /Events.*job\.created.*job\.updated/ }).waitFor();
    await press(conflict, 'Save mine');
    await notice(page, 'Saved').waitFor();
    const { callbackUrl, events } = await setup.api('GET', webhook);
    assert.deepEqual([callbackUrl, events.map(({ name }) => name).sort()], [`${receiver.callbackUrl}/mine`, ['job.created', 'job.updated']]);
}));

test('What was called, and how it went', () => setup.as('ADMINISTRATOR', async (page) => {
    for (let i = 0; i < 20; ++i) await setup.api('GET', '/v1/eeoCategories');  // which nothing else here calls
    await page.open('/developers/usage');
    const row = page.getByRole('row', { name: /^listEeoCategories/ });
    await until(async () => {  // calls are counted after some seconds
        await press(page, 'Load again');
        await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
        return await row.count() === 1 && (await row.getByRole('cell').nth(1).innerText()) === '20';
    });
    const [, calls, refused, failed, median, p99] = await row.getByRole('cell').allInnerTexts();
    assert.deepEqual([calls, refused, failed], ['20', '0', '0']);
    assert.match(median, /^[\d.]+ ms$/);
    assert.match(p99, /^[\d.]+ ms$/);
    await page.getByRole('meter', { name: 'Requests per second' }).first().waitFor();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.getByRole('region', { name: 'Calls over time' }).getByRole('row').nth(1).waitFor();

    await row.getByRole('cell').nth(1).click();  // anywhere in the row
    await page.waitForURL((url) => url.searchParams.get('operation') === 'listEeoCategories');
    const button = row.getByRole('button', { name: 'listEeoCategories' });
    const charted = () => page.getByRole('figure', { name: 'Calls over time' }).locator('tbody td')
        .evaluateAll((cells) => cells.reduce((sum, { textContent }) => sum + (Number(textContent) || 0), 0));
    await until(async () => await charted() === 20);  // of this operation only
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.getByRole('button', { name: 'All operations' }).waitFor();
    await picture(page, 'journey-usage');
    await button.press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('operation'));
    await until(async () => await charted() > 20);
}));
