// The reference of the API, read and tried in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { faultsOf } from './accessibility.mjs';
import { Stage } from './stage.mjs';

let stage;
let person;
let key;

before(async () => {
    stage = await Stage.set();
    person = await stage.addPerson();
    ({ api_key: key } = await stage.command('credential', 'create', '--company', 'acme', '--kind', 'api-key'));
});
after(() => stage?.clear());

// Opens the reference, at an operation if one is named. Nothing that the page's policy forbids may happen on it.
async function read(play, { at = '', ...options } = {}) {
    await stage.visit(async (context) => {
        const page = await context.newPage();
        const answer = await page.goto(`${stage.address}/docs${at}`);
        assert.match(answer.headers()['content-security-policy'], /default-src 'none'; script-src 'self'/);
        await page.getByLabel('Search').waitFor();
        await play(page);
    }, { javaScriptEnabled: true, ...options });
}

const operation = (page, id) => page.locator(`details[id="${id}"]`);
const unfold = (page, id) => operation(page, id).locator('summary').click();
const shown = (page) => page.locator('details.operation:visible').evaluateAll((all) => all.map(({ id }) => id));

async function send(page, id) {
    await operation(page, id).getByRole('button', { name: 'Send' }).click();
    const status = operation(page, id).getByRole('status');
    await status.getByText(/after \d+ ms/).waitFor();
    return status.innerText();
}

const body = (page, id) => operation(page, id).getByLabel('Body of the answer').innerText();

test('It has every operation of the document, and makes what is in one when it is opened', () => read(async (page) => {
    const { paths } = await (await fetch(`${stage.address}/openapi.json`)).json();
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    assert.deepEqual((await shown(page)).sort(), ids.sort());
    assert.equal(await page.locator('form').count(), 0);
    await unfold(page, 'listJobs');
    await page.getByRole('form', { name: 'Try listJobs' }).waitFor();
    assert.equal(await page.locator('form').count(), 1);
}));

test('Searching finds an operation, which tells its scopes, parameters, schemas and errors', () => read(async (page) => {
    await page.getByLabel('Search').fill('post /jobs createjob');
    assert.deepEqual(await shown(page), ['createJob', 'createJobAd']);
    await page.getByText(/^2 of \d+ operations$/).waitFor();
    await unfold(page, 'createJob');
    const text = await operation(page, 'createJob').innerText();
    for (const part of ['jobs_manage', 'customer_api', 'Request body', 'JobInput', 'title', 'required', 'countryCode',
                        'Response 201', 'JobDetails', 'REF_NUMBER_ALREADY_EXISTS']) {
        assert.ok(text.includes(part), part);
    }
    assert.equal(JSON.parse(await operation(page, 'createJob').getByLabel('Body', { exact: false }).first().inputValue()).title,
                 'Line Cook');
    await page.getByLabel('Search').fill('nothing of this kind');
    assert.deepEqual(await shown(page), []);
}));

test('A link leads to an operation, also to one that a search hides', () => read(async (page) => {
    await operation(page, 'getUser').getByRole('heading', { name: 'Parameters' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest('details').id), 'getUser');
    await page.getByLabel('Search').fill('openapi');
    await page.evaluate(() => { location.hash = '#listJobs'; });
    await operation(page, 'listJobs').getByRole('heading', { name: 'Parameters' }).waitFor();
    assert.equal(await page.getByLabel('Search').inputValue(), '');
}, { at: '#getUser' }));

test('A call is tried with a key, which stays in its field', () => read(async (page) => {
    await page.getByLabel('Credential').fill(key);
    await unfold(page, 'getMe');
    assert.match(await send(page, 'getMe'), /^200 OK after \d+ ms$/);
    assert.equal(JSON.parse(await body(page, 'getMe')).email, person.email);
    assert.match(await operation(page, 'getMe').getByLabel('Headers of the answer').innerText(), /^x-request-id: /m);

    const curl = await operation(page, 'getMe').getByLabel('The same with curl').innerText();
    assert.equal(curl.replaceAll(/\s*\\\s*/g, ' '), `curl -H "X-SmartToken: $KEY" '${stage.address}/users/me'`);
    const kept = await page.evaluate(async () => JSON.stringify(
        [document.documentElement.outerHTML, location.href, document.cookie, { ...localStorage }, { ...sessionStorage },
         await indexedDB.databases(), await caches.keys(), history.state]));
    assert.ok(!kept.includes(key));
    await page.reload();
    assert.equal(await page.getByLabel('Credential').inputValue(), '');
}));

test('A call without a credential is refused, and one with parameters and a body is made', () => read(async (page) => {
    await unfold(page, 'getMe');
    assert.match(await send(page, 'getMe'), /^401 Unauthorized after/);
    assert.equal(JSON.parse(await body(page, 'getMe')).errors[0].code, 'UNAUTHORIZED');

    await page.getByLabel('Credential').fill(key);
    await unfold(page, 'createDepartment');
    const form = page.getByRole('form', { name: 'Try createDepartment' });
    await form.getByLabel('Body application/json').fill('{"label": "It\'s the kitchen"}');
    assert.ok((await form.getByLabel('The same with curl').innerText()).includes(`'{"label": "It'\\''s the kitchen"}'`));
    assert.match(await send(page, 'createDepartment'), /^201 /);
    const { id } = JSON.parse(await body(page, 'createDepartment'));

    await unfold(page, 'getDepartment');
    await operation(page, 'getDepartment').getByLabel('departmentId').fill(id);
    assert.match(await send(page, 'getDepartment'), /^200 /);
    assert.equal(JSON.parse(await body(page, 'getDepartment')).label, "It's the kitchen");

    await unfold(page, 'listJobs');
    await operation(page, 'listJobs').getByLabel('limit').fill('7');
    assert.match(await send(page, 'listJobs'), /^200 /);
    assert.equal(JSON.parse(await body(page, 'listJobs')).limit, 7);
}, { expected: /status of 401/ }));

test('An access token goes where access tokens go', () => read(async (page) => {
    await page.getByLabel('Credential', { exact: true }).fill('nobody');
    await page.getByLabel('It is').selectOption('an access token');
    await unfold(page, 'getMe');
    const asked = page.waitForRequest(`${stage.address}/users/me`);
    assert.match(await send(page, 'getMe'), /^401 /);
    const headers = (await asked).headers();
    assert.equal(headers.authorization, 'Bearer nobody');
    assert.equal(headers['x-smarttoken'], undefined);
}, { expected: /status of 401/ }));

test('The keyboard alone does', () => read(async (page) => {
    await page.getByLabel('Search').focus();
    await page.keyboard.type('getMe ');
    while (await page.evaluate(() => document.activeElement.tagName) !== 'SUMMARY') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await operation(page, 'getMe').getByRole('button', { name: 'Send' }).waitFor();
    while (await page.evaluate(() => document.activeElement.textContent) !== 'Send') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await operation(page, 'getMe').getByText('401').first().waitFor();
}, { expected: /status of 401/ }));

test('It can be read in every size and color', () => read(async (page) => {
    await unfold(page, 'createJob');
    await unfold(page, 'listJobs');
    await send(page, 'listJobs');
    for (const colorScheme of ['light', 'dark']) {
        for (const [width, height] of [[1280, 800], [390, 844], [320, 640]]) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize({ width, height });
            assert.deepEqual(await page.evaluate(faultsOf), [], `${width}, ${colorScheme}`);
        }
    }
}, { expected: /status of 401/ }));

test('Without JavaScript it says so', () => stage.visit(async (context) => {
    const page = await context.newPage();
    await page.goto(`${stage.address}/docs`);
    assert.match(await page.locator('noscript').innerText(), /^This page needs JavaScript\./);
    assert.equal(await page.getByRole('link', { name: '/openapi.json' }).count(), 2);
    assert.equal(await page.getByLabel('Search').isVisible(), false);
}));
