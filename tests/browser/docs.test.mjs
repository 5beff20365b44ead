// The API reference, read and tried in a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { SIZES, checkAppearance, isInView } from './appearance.mjs';
import { Setup } from './setup.mjs';

let setup;
let person;
let key;

before(async () => {
    setup = await Setup.start();
    person = await setup.addPerson();
    ({ api_key: key } = await setup.command('credential', 'create', '--company', 'acme', '--kind', 'api-key'));
});
after(() => setup?.stop());

// Opens the reference, at an operation if one is named. Fails if the page violates its Content-Security-Policy.
async function read(steps, { at = '', ...options } = {}) {
    await setup.visit(async (context) => {
        const page = await context.newPage();
        const answer = await page.goto(`${setup.address}/docs${at}`);
        assert.match(answer.headers()['content-security-policy'], /default-src 'none'; script-src 'self'/);
        await page.getByLabel('Search', { exact: true }).waitFor();
        await steps(page);
    }, { javaScriptEnabled: true, ...options });
}

const operation = (page, id) => page.locator(`details[id="${id}"]`);
const unfold = (page, id) => operation(page, id).locator('summary').click();
const shown = (page) => page.locator('details.operation:visible').evaluateAll((all) => all.map(({ id }) => id));

async function send(page, id) {
    await operation(page, id).getByRole('button', { name: 'Send' }).click();
    const status = operation(page, id).getByRole('status');
    await status.getByText(/in \d+ ms/).waitFor();
    return status.innerText();
}

const body = (page, id) => operation(page, id).getByLabel('Response body').innerText();

// Replaces the server's OpenAPI document.
const replaceDocument = (page, change) => page.route('**/openapi.json', async (route) => {
    const document = await (await route.fetch()).json();
    change(document);
    await route.fulfill({ json: document });
});

test('It has every operation of the document, and makes what is in one when it is opened', () => read(async (page) => {
    const { paths } = await (await fetch(`${setup.address}/openapi.json`)).json();
    const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    assert.deepEqual((await shown(page)).sort(), ids.sort());
    assert.equal(await page.locator('form').count(), 0);
    await unfold(page, 'listJobs');
    await page.getByRole('form', { name: 'Try listJobs' }).waitFor();
    assert.equal(await page.locator('form').count(), 1);
}));

test('An operation has its scopes, parameters, schemas and errors', () => read(async (page) => {
    const text = await operation(page, 'createJob').innerText();
    for (const part of ['jobs_manage', 'customer_api', 'Request body', 'JobInput', 'title', 'required', 'countryCode',
                        'Response 201', 'JobDetails', 'REF_NUMBER_ALREADY_EXISTS']) {
        assert.ok(text.includes(part), part);
    }
    assert.equal(JSON.parse(await operation(page, 'createJob').getByLabel('Body', { exact: false }).first().inputValue()).title,
                 'Line Cook');
}, { at: '#createJob' }));

test('Descriptions and examples of the document are shown, as text', () => read(async (page) => {
    await replaceDocument(page, ({ paths }) => {
        const { get } = paths['/jobs'];
        get.description = 'Newest first, `pageId` for the next.\n\n- one <b>\n- [guide](/docs/guide), [bad](javascript:alert(1))';
        get.responses['200'].content['application/json'].example = { content: [{ title: '</code><script>' }] };
    });
    await page.reload();
    await unfold(page, 'listJobs');
    const entry = operation(page, 'listJobs');
    await entry.getByText('Newest first, pageId for the next.').waitFor();
    assert.equal(await entry.locator('p > code', { hasText: /^pageId$/ }).count(), 1);
    await entry.getByText('one <b>', { exact: true }).waitFor();
    assert.equal(await entry.getByRole('link', { name: 'guide' }).getAttribute('href'), '/docs/guide');
    assert.equal(await entry.getByRole('link', { name: 'bad' }).count(), 0);
    const example = entry.getByLabel('Response example');
    assert.deepEqual(JSON.parse(await example.innerText()), { content: [{ title: '</code><script>' }] });
}));

test('A link leads to an operation, also to one that a search hides', () => read(async (page) => {
    await operation(page, 'getUser').getByRole('heading', { name: 'Parameters' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest('details').id), 'getUser');
    await page.getByLabel('Search', { exact: true }).fill('openapi');
    await page.getByText(/^\d+ results?$/).waitFor();
    assert.deepEqual(await shown(page), []);
    await page.evaluate(() => { location.hash = '#listJobs'; });
    await operation(page, 'listJobs').getByRole('heading', { name: 'Parameters' }).waitFor();
}, { at: '#getUser' }));

test('The field for the credential is visible without scrolling', async () => {
    for (const viewport of [SIZES.desktop, SIZES.phone]) {
        await read(async (page) => {
            assert.ok(await isInView(page.getByLabel('Credential', { exact: true })));
            assert.ok(await isInView(page.getByLabel('Credential type')));
        }, { viewport });
    }
});

test('A call is tried with a key, which stays in its field', () => read(async (page) => {
    await page.getByLabel('Credential', { exact: true }).fill(key);
    await unfold(page, 'getCurrentUser');
    assert.match(await send(page, 'getCurrentUser'), /^200 OK in \d+ ms$/);
    assert.equal(JSON.parse(await body(page, 'getCurrentUser')).email, person.email);
    assert.match(await operation(page, 'getCurrentUser').getByLabel('Response headers').innerText(), /^x-request-id: /m);

    const curl = await operation(page, 'getCurrentUser').getByLabel('curl command').innerText();
    assert.equal(curl.replaceAll(/\s*\\\s*/g, ' '),
                 `curl -H "X-SmartToken: $KEY" '${setup.address}/user-api/v201804/users/me'`);
    const kept = await page.evaluate(async () => JSON.stringify(
        [document.documentElement.outerHTML, location.href, document.cookie, { ...localStorage }, { ...sessionStorage },
         await indexedDB.databases(), await caches.keys(), history.state]));
    assert.ok(!kept.includes(key));
    await page.reload();
    assert.equal(await page.getByLabel('Credential', { exact: true }).inputValue(), '');
}));

test('A response is copied with one click', () => read(async (page) => {
    await page.getByLabel('Credential', { exact: true }).fill(key);
    await unfold(page, 'getCurrentUser');
    await send(page, 'getCurrentUser');
    const block = operation(page, 'getCurrentUser').locator('.code', { has: page.getByLabel('Response body') });
    await page.clock.pauseAt(Date.now() + 60_000);  // the button shows "Copied" for two seconds
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await body(page, 'getCurrentUser'));
}, { permissions: ['clipboard-read', 'clipboard-write'] }));

test('A call without a credential is refused, and one with parameters and a body is made', () => read(async (page) => {
    await unfold(page, 'getCurrentUser');
    assert.match(await send(page, 'getCurrentUser'), /^401 Unauthorized in/);
    assert.equal(JSON.parse(await body(page, 'getCurrentUser')).errors[0].code, 'UNAUTHORIZED');

    await page.getByLabel('Credential', { exact: true }).fill(key);
    await unfold(page, 'createDepartment');
    const form = page.getByRole('form', { name: 'Try createDepartment' });
    await form.getByLabel('Body application/json').fill('{"label": "It\'s the kitchen"}');
    assert.ok((await form.getByLabel('curl command').innerText()).includes(`'{"label": "It'\\''s the kitchen"}'`));
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
    await page.getByLabel('Credential type').selectOption('Access token');
    await unfold(page, 'getCurrentUser');
    const asked = page.waitForRequest(`${setup.address}/user-api/v201804/users/me`);
    assert.match(await send(page, 'getCurrentUser'), /^401 /);
    const headers = (await asked).headers();
    assert.equal(headers.authorization, 'Bearer nobody');
    assert.equal(headers['x-smarttoken'], undefined);
}, { expected: /status of 401/ }));

test('The keyboard alone does', () => read(async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('getCurrentUser');
    await page.getByText(/^\d+ results?$/).waitFor();
    await page.keyboard.press('Enter');
    await operation(page, 'getCurrentUser').getByRole('button', { name: 'Send' }).waitFor();
    while (await page.evaluate(() => document.activeElement.textContent) !== 'Send') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await operation(page, 'getCurrentUser').getByText('401').first().waitFor();
}, { expected: /status of 401/ }));

test('It can be read in every size and color', () => read(async (page) => {
    await unfold(page, 'createJob');
    await unfold(page, 'listJobs');
    await send(page, 'listJobs');
    await checkAppearance(page, 'reference', { fullPage: false });
}, { expected: /status of 401/ }));

test('Without JavaScript it says so, and the guides are there', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await page.goto(`${setup.address}/docs`);
    assert.match(await page.locator('noscript').innerText(), /^The reference requires JavaScript; the guides do not\./);
    assert.equal(await page.getByRole('link', { name: '/openapi.json' }).count(), 2);
    assert.equal(await page.getByLabel('Search', { exact: true }).isVisible(), false);
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
}));
