// The careers pages: people search for a job, apply with answers and a file, and follow the link that is mailed to them. With
// and without JavaScript, and on a phone. Structured data and feed are read by independent programs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import Validator from '@adobe/structured-data-validator';
import RssParser from 'rss-parser';
import { parseStringPromise } from 'xml2js';

import { checkAppearance, SIZES } from './appearance.mjs';
import { rssFaults } from './rss_rules.mjs';
import { Setup } from './setup.mjs';

const LICENCE = '01a1e900-0000-7000-8000-000000000001';
const CLASSES = '01a1e900-0000-7000-8000-000000000002';

const FORM = {
    questions: [
        {
            id: LICENCE, label: 'Do you have a driving licence?',
            fields: [{
                id: 'value', label: 'Licence', type: 'RADIO', required: true,
                values: [{ id: 'yes', label: 'Yes' }, { id: 'no', label: 'No' }],
            }],
        },
        {
            id: CLASSES, label: 'Which classes does it have?',
            fields: [{ id: 'value', label: 'Classes', type: 'INPUT_TEXT', required: true }],
            condition: { questionId: LICENCE, fieldId: 'value', valueIds: ['yes'] },
        },
    ],
    privacyPolicies: [{ url: 'https://example.com/privacy', orgName: 'Acme Corp' }],
    consents: [{ scope: 'SINGLE', required: true, label: 'You may store my data for two years.' }],
};

let setup;
let api;
let people = 0;

before(async () => {
    setup = await Setup.start(['--sandbox', '--customer-requests', '0', '--publication-requests', '0']);
    api = await setup.addApi();
    await api('PUT', '/configuration/application-form', FORM);
    await api('PUT', '/configuration/careers-page', {
        accentColor: '#ffd400', headerColor: '#0b2a4a', headline: 'Cook with us',
        introduction: '<p>We run <strong>twelve kitchens</strong> by the sea.</p>', confirmation: 'We answer within a week.',
        privacyUrl: 'https://example.com/privacy',
    });
});
after(() => setup?.stop());

async function publish(title, text = '<p>You cook.</p>', language = 'en', location = {}) {
    const job = await api('POST', '/jobs', {
        title, industry: { id: 'restaurants' }, function: { id: 'production' }, experienceLevel: { id: 'entry_level' },
        typeOfEmployment: { id: 'permanent' }, location: { countryCode: 'us', city: 'Atlanta', ...location },
        jobAd: { language: { code: language }, sections: { jobDescription: { title: 'The work', text } } },
    });
    await api('POST', `/jobs/${job.id}/publication`, { visibility: 'PUBLIC' });
    const [ad] = await api('GET', `/jobs/${job.id}/jobads`);
    return { id: job.id, applyUrl: ad.applyUrl, url: ad.applyUrl.replace('?oga=true', '') };
}

function heading(page, name) {
    return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

function press(page, name) {
    return page.getByRole('button', { name, exact: true }).click();
}

async function newestLink() {
    const { mails } = await api('GET', '/sandbox/mails');
    return mails[0].link;
}

// Searches for the job, reads its page and applies. Returns the link that is mailed.
async function searchAndApply(page, title) {
    const email = `ada${++people}@example.com`;
    await page.goto(`${setup.address}/careers/acme`);
    await heading(page, 'Cook with us');
    await page.getByLabel('Title or place').fill(title);
    await press(page, 'Search');
    await page.getByRole('heading', { level: 2, name: '1 job', exact: true }).waitFor();
    await page.getByRole('link', { name: title, exact: true }).click();
    await heading(page, title);
    await page.getByText('You cook.').waitFor();
    await page.getByRole('link', { name: 'Apply now' }).first().click();
    await heading(page, `Apply for ${title}`);

    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill(`Byron ${people}`);
    await page.getByLabel('E-mail').fill(email);
    const classes = page.getByLabel('Which classes does it have?');
    assert.equal(await classes.isVisible(), false);
    await page.getByLabel('No', { exact: true }).check();
    assert.equal(await classes.isVisible(), false);
    await page.getByLabel('Yes', { exact: true }).check();
    await classes.waitFor({ state: 'visible' });
    assert.equal(await page.locator('.when').isVisible(), false);
    await classes.fill('B');
    await page.getByLabel('Résumé').setInputFiles(
        { name: 'ada.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada Byron, cook\n') });
    await page.getByLabel('Message to the hiring team').fill('I can start in May.');
    await page.getByLabel('You may store my data for two years.').check();
    await press(page, 'Send application');

    await heading(page, 'Thank you for your application');
    await page.getByText('We answer within a week.').waitFor();
    assert.equal(await page.getByText('is on its way').count(), 0);  // there is no mail server
    return { link: await newestLink(), email };
}

async function status(page, text) {
    await page.locator('dd', { hasText: text }).waitFor();
}

for (const [name, title, options] of [
    ['without JavaScript', 'Saucier', {}],
    ['with JavaScript', 'Butcher', { javaScriptEnabled: true }],
    ['on a phone', 'Dishwasher', { viewport: SIZES.phone, isMobile: true, hasTouch: true }],
]) {
    test(`Somebody searches, applies with a file, follows the link and withdraws, ${name}`, () => setup.visit(async (context) => {
        const page = await context.newPage();
        const job = await publish(title);
        const { link, email } = await searchAndApply(page, title);
        const { content } = await api('GET', `/candidates?jobId=${job.id}`);
        assert.deepEqual(content.map((each) => each.email), [email]);

        await page.goto(link);
        await heading(page, 'Your application');
        await status(page, 'Received');
        await page.getByText('Withdraw the application').first().click();
        await press(page, 'Withdraw the application');
        await page.getByRole('status').getByText('Your application was withdrawn.').waitFor();
        await status(page, 'Withdrawn');
        await page.goto(link);
        await status(page, 'Withdrawn');
        assert.equal(await page.getByRole('button', { name: 'Withdraw the application' }).count(), 0);
        assert.deepEqual(await context.cookies(), []);
    }, options));
}

test('An applicant asks for the deletion of their data', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await publish('Baker');
    const { link } = await searchAndApply(page, 'Baker');
    await page.goto(link);
    await page.getByText('Deletion of your data').click();
    await page.getByText('You can ask Acme Corp to delete all data').waitFor();
    await checkAppearance(page, 'careers-status');
    await page.setViewportSize(SIZES.desktop);
    await press(page, 'Request deletion');
    await page.getByRole('status').getByText('Your request was sent.').waitFor();
    const { content } = await api('GET', '/erasure-requests?limit=100');
    assert.ok(content.some((each) => each.lastName === `Byron ${people}`));
}));

test('A form with faults keeps what was written', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { applyUrl } = await publish('Waiter');
    await page.goto(applyUrl);
    await page.getByLabel('First name').fill('   ');
    await page.getByLabel('Last name').fill('Byron "<b>"');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Yes', { exact: true }).check();
    await page.getByLabel('Résumé').setInputFiles(
        { name: 'ada.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ no PDF at all\x00') });
    await page.getByLabel('You may store my data for two years.').check();
    await press(page, 'Send application');

    await page.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Byron "<b>"');
    assert.equal(await page.getByLabel('Yes', { exact: true }).isChecked(), true);
    await page.getByText('This file cannot be accepted.').waitFor();
    assert.equal(await page.locator('.fault', { hasText: 'This field is required.' }).count(), 2);
    await checkAppearance(page, 'careers-form-faults');
}, { expected: /status of 422/ }));

test('A form that is changed meanwhile is shown again with what was written', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { id, applyUrl } = await publish('Grill Cook');
    await page.goto(applyUrl);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron of the grill');
    await page.getByLabel('E-mail').fill('grill@example.com');
    await page.getByLabel('No', { exact: true }).check();
    await page.getByLabel('You may store my data for two years.').check();
    await api('PUT', `/jobs/${id}/application-form`, {
        consents: [{ scope: 'SINGLE', required: true, label: 'You may store my data for ten years.' }],
    });
    await press(page, 'Send application');

    await page.getByRole('alert').getByText('This form has changed since you opened it.').waitFor();
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Byron of the grill');
    assert.equal(await page.getByLabel('No', { exact: true }).isChecked(), true);
    const consent = page.getByLabel('You may store my data for ten years.');
    assert.equal(await consent.isChecked(), false);
    await consent.check();
    await press(page, 'Send application');
    await heading(page, 'Thank you for your application');
}, { expected: /status of 409/ }));

test('A job is read and applied for by the keyboard alone', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { url } = await publish('Host');
    await page.goto(url);
    const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
    for (const stop of ['Skip to the content', 'Acme Corp', 'All jobs', 'Apply now']) {
        await page.keyboard.press('Tab');
        assert.equal(await focused(), stop);
    }
    await page.keyboard.press('Enter');
    await heading(page, 'Apply for Host');
}));

test('An ad in German has a page and a form in German', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { applyUrl, url } = await publish('Köchin', '<p>Sie kochen.</p>', 'de');
    await page.goto(url);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('link', { name: 'Jetzt bewerben' }).first().waitFor();
    await page.goto(applyUrl);
    await heading(page, 'Bewerbung als Köchin');
    await page.getByRole('button', { name: 'Bewerbung absenden' }).waitFor();
}));

test('Markup of an ad is shown without what is dangerous', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const text = '<h1>Big</h1><p>Safe <img src=x onerror=alert(1)> text</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>';
    const { url } = await publish('Chef </script><script>alert(1)</script>', text);
    await page.goto(url);
    await heading(page, 'Chef </script><script>alert(1)</script>');
    assert.equal(await page.locator('article img, article script, article a[href^="javascript"]').count(), 0);
    assert.equal(await page.locator('script').count(), 1);
}, { javaScriptEnabled: true }));

test('The list, a job and a form can be read in every size and color', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { url, applyUrl } = await publish('Pastry Chef', '<h3>Sweets</h3><ul><li>Cakes</li></ul><p><a href="https://example.com">More</a></p>');
    await page.goto(`${setup.address}/careers/acme`);
    await checkAppearance(page, 'careers-list');
    await page.goto(url);
    await checkAppearance(page, 'careers-job');
    await page.goto(applyUrl);
    await checkAppearance(page, 'careers-form');
}));

test('A job that ended is gone, and an unknown link does not work', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const { id, url } = await publish('Runner');
    await page.goto(url);
    await api('DELETE', `/jobs/${id}/publication`);
    await page.reload();
    await heading(page, 'This job is not open any more');
    await page.goto(`${setup.address}/careers/acme/status?token=unknown`);
    await heading(page, 'This link does not work');
    await checkAppearance(page, 'careers-link-void');
}, { expected: /status of (404|410)/ }));

test('Structured data is accepted by an independent validator', async () => {
    for (const location of [{ region: 'Georgia', postalCode: '30303' }, { remote: true }]) {
        const { url } = await publish('Sommelier', '<p>Wine & "more" <b>wine</b></p>', 'en', location);
        const page = await (await fetch(url)).text();
        const [, json] = page.match(/<script type="application\/ld\+json">(.*?)<\/script>/s);
        const posting = JSON.parse(json);
        assert.equal(posting.url, url);
        const check = async (data) => (await new Validator().validate({ jsonld: { JobPosting: [data] }, microdata: {}, rdfa: {} }))
            .filter((issue) => issue.severity === 'ERROR')
            .map((issue) => issue.issueMessage);
        assert.deepEqual(await check(posting), []);
        assert.notDeepEqual(await check({ ...posting, datePosted: 'today', title: undefined }), []);
    }
});

test('The feed keeps the rules of RSS 2.0', async () => {
    await publish('First <&> Co', '<p>Fish &amp; chips</p>');
    await publish('Second 主厨');
    const address = `${setup.address}/careers/acme/feed.xml`;
    const answer = await fetch(address);
    const xml = await answer.text();

    assert.match(answer.headers.get('content-type'), /^application\/rss\+xml/);
    assert.deepEqual(await rssFaults(xml, address), []);
    const guids = xml.match(/<guid[^>]*>[^<]*<\/guid>/g);
    assert.ok(guids.length >= 2);
    for (const broken of [
        xml.replace('version="2.0"', 'version="0.91"'),
        xml.replace(/<description>[^<]*<\/description>/, ''),
        xml.replace(/<pubDate>\w{3}, \d{2} /, '<pubDate>Xyz, 99 '),
        xml.replace(/<link>https?:\/\/[^/]*/, '<link>'),
        xml.replace(guids[1], guids[0]),
        xml.replace('<item>', '<item><summary>x</summary>'),
        xml.replace('</channel>', ''),
    ]) assert.notDeepEqual(await rssFaults(broken, address), []);
});

test('The feed and the sitemap are read by an independent parser', async () => {
    const { url } = await publish('Cook <&> Co', '<p>Fish &amp; chips</p>');
    const feed = await new RssParser().parseURL(`${setup.address}/careers/acme/feed.xml`);
    assert.equal(feed.title, 'Jobs at Acme Corp');
    assert.equal(feed.link, `${setup.address}/careers/acme`);
    const [item] = feed.items;
    assert.equal(item.title, 'Cook <&> Co');
    assert.equal(item.link, url);
    assert.match(item.content, /<p>Fish &amp; chips<\/p>/);
    assert.ok(Date.now() - new Date(item.isoDate) < 600_000);
    assert.equal(new Set(feed.items.map(({ guid }) => guid)).size, feed.items.length);

    const { urlset } = await parseStringPromise(await (await fetch(`${setup.address}/careers/acme/sitemap.xml`)).text());
    assert.equal(urlset.$.xmlns, 'http://www.sitemaps.org/schemas/sitemap/0.9');
    const places = urlset.url.map(({ loc }) => loc[0]);
    assert.ok(places.includes(url));
    assert.equal(new Set(places).size, places.length);
});
