// The pages where candidates decide by links of mails: on the storage of their data, and on an offer. A sandbox shows the mails.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { checkAppearance } from './appearance.mjs';
import { Setup } from './setup.mjs';

let setup;
let api;
let people = 0;

before(async () => {
    setup = await Setup.start(['--sandbox']);
    api = await setup.addApi();
});
after(() => setup?.stop());

function person(firstName = 'Grace') {
    return { firstName, lastName: `Hopper ${++people}`, email: `grace${people}@example.com` };
}

async function newestLink() {
    const { mails } = await api('GET', '/sandbox/mails');
    return mails[0].link;
}

async function askForConsent(firstName) {
    const { id } = await api('POST', '/candidates', person(firstName));
    const { results } = await api('POST', '/candidates/consent-requests', { content: [{ id }] });
    assert.equal(results[0].status, 202);
    return { link: await newestLink(), consent: async () => (await api('GET', `/candidates/${id}/consent`)).status };
}

async function sendOffer() {
    const job = await api('POST', '/jobs', {
        title: 'Line Cook', industry: { id: 'restaurants' }, function: { id: 'production' },
        experienceLevel: { id: 'entry_level' }, location: { countryCode: 'us', city: 'Atlanta' },
    });
    const candidate = await api('POST', `/jobs/${job.id}/candidates`, person());
    const offers = `/candidates/${candidate.id}/jobs/${job.id}/offers`;
    const { id } = await api('POST', offers, { properties: { remarks: '52000 <img src=x> USD', startDate: '2030-02-01' } });
    await api('PATCH', `${offers}/${id}`, { status: 'PENDING_ACCEPTANCE' });
    return {
        link: await newestLink(),
        status: async () => (await api('GET', `${offers}/${id}`)).status,
        withdraw: () => api('PATCH', `${offers}/${id}`, { status: 'ABANDONED' }),
    };
}

function heading(page, name) {
    return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

function press(page, name) {
    return page.getByRole('button', { name }).click();
}

test('A candidate gives consent', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { link, consent } = await askForConsent();
    await page.goto(link);
    await heading(page, 'May we keep your data?');
    await page.getByText('Acme Corp asks whether').waitFor();
    await page.reload();
    assert.equal(await consent(), 'PENDING');
    await checkAppearance(page, 'candidate-consent');

    await press(page, 'I consent');
    await heading(page, 'You gave your consent');
    await page.getByRole('status').getByText('your decision was recorded').waitFor();
    assert.equal(await consent(), 'ACQUIRED');
    await checkAppearance(page, 'candidate-consent-given');

    await page.goto(link);
    await heading(page, 'You gave your consent');
    assert.equal(await page.getByRole('button').count(), 0);
    assert.deepEqual(await context.cookies(), []);
}));

test('A candidate declines consent', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { link, consent } = await askForConsent();
    await page.goto(link);
    await press(page, 'I decline');
    await heading(page, 'You declined');
    assert.equal(await consent(), 'REQUIRED');
}));

test('Of two tabs, the first decision counts', () => setup.visit(async (context) => {
    const { link, consent } = await askForConsent();
    const tabs = [await context.newPage(), await context.newPage()];
    for (const tab of tabs) await tab.goto(link);
    await press(tabs[0], 'I consent');
    await heading(tabs[0], 'You gave your consent');
    await press(tabs[1], 'I decline');
    await heading(tabs[1], 'You gave your consent');
    await tabs[1].getByRole('alert').getByText('You had decided before').waitFor();
    assert.equal(await consent(), 'ACQUIRED');
}));

test('A name like markup is shown as text', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { link } = await askForConsent('<img src=x onerror=alert(1)>');
    await page.goto(link);
    await page.getByText('Hello <img src=x onerror=alert(1)>,').waitFor();
    assert.equal(await page.locator('.card img').count(), 0);
}));

test('A candidate reads an offer, saves the letter and accepts', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { link, status } = await sendOffer();
    await page.goto(link);
    await heading(page, 'An offer from Acme Corp');
    await page.getByText('Remarks: 52000 <img src=x> USD').waitFor();
    assert.equal(await page.locator('.card img').count(), 0);
    await checkAppearance(page, 'candidate-offer');

    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download Offer.txt' }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), 'Offer.txt');
    assert.match(await readFile(await saved.path(), 'utf8'), /Dear Grace Hopper/);

    await press(page, 'Accept the offer');
    await heading(page, 'You accepted the offer');
    assert.equal(await status(), 'ACCEPTED');
    await page.getByRole('link', { name: 'Download Offer.txt' }).waitFor();
    await checkAppearance(page, 'candidate-offer-accepted');
}));

test('A candidate declines an offer by the keyboard alone', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { link, status } = await sendOffer();
    await page.goto(link);
    for (const stop of ['Download Offer.txt', 'Accept the offer', 'Decline']) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement.textContent), stop);
    }
    await page.keyboard.press('Enter');
    await heading(page, 'You declined the offer');
    assert.equal(await status(), 'NOT_ACCEPTED');
    assert.equal(await page.getByRole('link', { name: /Download/ }).count(), 0);
}));

test('The link of an offer that was withdrawn does not work, and looks like one that never existed', () => setup.visit(
    async (context) => {
        const page = await context.newPage();
        const { link, withdraw } = await sendOffer();
        await page.goto(link);
        await withdraw();
        await press(page, 'Accept the offer');
        await heading(page, 'This link does not work');
        await page.goto(link);
        const withdrawn = await page.locator('main').innerText();
        await page.goto(`${setup.address}/candidate/offer?token=unknown`);
        assert.equal(await page.locator('main').innerText(), withdrawn);
        await checkAppearance(page, 'candidate-link-void');
    }, { expected: /status of 410/ }));
