// What a company configures, in the console.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { commandsIn, field, heading, notice, picture, press, settled, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

const LOGO = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

test('The profile and the logo of the company', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/company');
    await settled(page);
    await field(page, 'Website').fill('https://kitchens.example');
    await field(page, 'City').fill('Bristol');
    await press(page, 'Save');
    await notice(page, 'Saved').waitFor();
    const company = await setup.api('GET', '/configuration/company');
    assert.equal(company.website, 'https://kitchens.example');
    assert.equal(company.location.city, 'Bristol');
    await page.getByLabel('Upload a logo').setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: LOGO });
    await notice(page, 'Logo saved').waitFor();
    await page.getByRole('img', { name: /^Logo of/ }).waitFor();
    const [upload, remove] = await commandsIn(page, page.locator('.panel').filter({ has: page.getByRole('button', { name: 'Upload a logo' }) }));
    await setup.curl(remove);
    assert.equal((await setup.api('GET', '/configuration/company')).logo, undefined);
    await setup.curl(upload, { 'logo.png': PNG });
    assert.notEqual((await setup.api('GET', '/configuration/company')).logo, undefined);
    await picture(page, 'company-profile');
    await field(page, 'Website').fill('javascript:alert(1)');
    await press(page, 'Save');
    await page.locator('.fault, [role=alert]').first().waitFor();
}, { expected: /status of (400|422)/ }));

test('The careers page, with a preview that follows what is typed', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/careers-page');
    await settled(page);
    const preview = page.getByRole('region', { name: 'Preview' });
    await field(page, 'Headline').fill('Cook by the sea');
    await preview.getByText('Cook by the sea').waitFor();
    await page.getByLabel('Colour of the header', { exact: true }).fill('#0b2a4a');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('?');  // typed
    assert.equal(await keys.count(), 0);
    await page.getByLabel('Colour of the header', { exact: true }).fill('#0b2a4a');
    await page.getByLabel('Colour of the header: choose').focus();
    await page.keyboard.press('?');
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await field(page, 'Introduction').fill('<p>Twelve <b>kitchens</b></p><script>alert(1)</script><img src=x onerror=alert(1)>');
    await preview.getByText('Twelve').waitFor();
    assert.equal(await preview.locator('script, img[src=x]').count(), 0);
    await page.getByRole('combobox', { name: 'Add a language' }).selectOption('de');
    await page.getByRole('group', { name: /German|Deutsch/ }).getByLabel('Headline').fill('Kochen am Meer');
    await preview.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await preview.getByText('Kochen am Meer').waitFor();
    await picture(page, 'careers-page-preview');
    await press(page, 'Save');
    await notice(page, 'Careers page saved').waitFor();
    const saved = await setup.api('GET', '/configuration/careers-page');
    assert.equal(saved.headline, 'Cook by the sea');
    assert.equal(saved.translations[0].headline, 'Kochen am Meer');
    assert.doesNotMatch(saved.introduction, /script|onerror/);
}));

test('The steps of a hiring process are sorted with the keyboard, and required', () => setup.as('ADMINISTRATOR', async (page) => {
    const process = await setup.api('POST', '/configuration/hiring-processes', {
        name: 'Pastry', subStatuses: { IN_REVIEW: [], INTERVIEW: ['Trial shift', 'Team'], OFFERED: [] },
    });
    await page.open(`/settings/hiring-processes/${process.id}`);
    const interview = page.getByRole('list', { name: 'Interview' });
    await interview.getByRole('listitem').first().waitFor();
    await page.getByRole('textbox', { name: 'New step of Interview' }).fill('Chef');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move Chef up' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await interview.getByRole('listitem').nth(1).getByRole('button', { name: 'Move Chef up' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move Chef up');  // the focus goes with it
    await page.keyboard.press('Alt+ArrowUp');
    await interview.getByRole('listitem').first().getByRole('button', { name: 'Move Chef down' }).waitFor();
    await interview.getByRole('listitem').first().getByLabel('Must not be skipped').check();
    await picture(page, 'hiring-process');
    await press(page, 'Save');
    await notice(page, 'Saved').waitFor();
    const saved = await setup.api('GET', `/configuration/hiring-processes/${process.id}`);
    assert.deepEqual(saved.subStatuses.INTERVIEW, ['Chef', 'Trial shift', 'Team']);
    assert.deepEqual(saved.requiredSubStatuses.INTERVIEW, ['Chef']);
}));

test('A step is dragged to another place', () => setup.as('ADMINISTRATOR', async (page) => {
    const process = await setup.api('POST', '/configuration/hiring-processes', {
        name: 'Bar', subStatuses: { IN_REVIEW: ['One', 'Two', 'Three'], INTERVIEW: [], OFFERED: [] },
    });
    await page.open(`/settings/hiring-processes/${process.id}`);
    const rows = page.getByRole('list', { name: 'In review' }).getByRole('listitem');
    await rows.nth(2).locator('.handle').waitFor();
    const from = await rows.nth(2).locator('.handle').boundingBox();
    const to = await rows.nth(0).locator('.handle').boundingBox();
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 5 });
    await page.mouse.up();
    await press(page, 'Save');
    await notice(page, 'Saved').waitFor();
    assert.deepEqual((await setup.api('GET', `/configuration/hiring-processes/${process.id}`)).subStatuses.IN_REVIEW, ['Three', 'One', 'Two']);
}));

test('Two administrators edit one process: the second sees what the first has done', () => setup.as('ADMINISTRATOR', async (page) => {
    const body = { name: 'Night', subStatuses: { IN_REVIEW: ['Call'], INTERVIEW: [], OFFERED: [] } };
    const process = await setup.api('POST', '/configuration/hiring-processes', body);
    await page.open(`/settings/hiring-processes/${process.id}`);
    await page.getByRole('textbox', { name: 'New step of Interview' }).fill('Walk');
    await page.keyboard.press('Enter');
    await setup.api('PUT', `/configuration/hiring-processes/${process.id}`, { ...body, subStatuses: { ...body.subStatuses, IN_REVIEW: ['Call', 'Letter'] } });
    await press(page, 'Save');
    const alert = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await alert.getByText('Call → Letter').waitFor();
    await picture(page, 'hiring-process-conflict');
    assert.deepEqual((await setup.api('GET', `/configuration/hiring-processes/${process.id}`)).subStatuses.INTERVIEW, []);
    await press(page, 'Save mine');
    await notice(page, 'Saved').waitFor();
    const saved = await setup.api('GET', `/configuration/hiring-processes/${process.id}`);
    assert.deepEqual(saved.subStatuses, { IN_REVIEW: ['Call', 'Letter'], INTERVIEW: ['Walk'], OFFERED: [] });
}, { expected: /status of 412/ }));

test('Reasons are added, renamed and deleted', () => setup.as('ADMINISTRATOR', async (page) => {
    const labels = async () => (await setup.api('GET', '/configuration/rejection-reasons')).content.map(({ label }) => label);
    await page.open('/settings/reasons');
    const list = page.getByRole('list', { name: 'Rejection reasons' });
    await list.getByRole('listitem').first().waitFor();
    await page.getByRole('textbox', { name: 'New reason' }).first().fill('Allergic to flour');
    await page.keyboard.press('Enter');
    await notice(page, 'Allergic to flour created').waitFor();
    await list.getByRole('button', { name: 'Rename Allergic to flour' }).click();
    await field(page.getByRole('dialog'), 'Name').fill('Allergic to gluten');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await list.getByText('Allergic to gluten').waitFor();
    assert.equal((await labels()).includes('Allergic to gluten'), true);

    await list.getByRole('button', { name: 'Rename Allergic to gluten' }).click();
    await field(page.getByRole('dialog'), 'Name').fill('Allergic to wheat');
    const { id } = (await setup.api('GET', '/configuration/rejection-reasons')).content.find(({ label }) => label === 'Allergic to gluten');
    await setup.api('PUT', `/configuration/rejection-reasons/${id}`, { label: 'Allergic to rye' });
    await press(page.getByRole('dialog'), 'Save');
    await page.getByRole('dialog').getByRole('row', { name: /Name.*gluten.*rye.*wheat/ }).waitFor();
    assert.equal((await labels()).includes('Allergic to rye'), true);
    await page.getByRole('dialog').getByRole('button', { name: /^Discard mine/ }).click();
    await field(page.getByRole('dialog'), 'Name').fill('Allergic to gluten');
    await press(page.getByRole('dialog'), 'Save');
    await list.getByText('Allergic to gluten').waitFor();
    await page.getByRole('button', { name: 'A – Z' }).first().click();
    const shown = await list.getByRole('listitem').locator('bdi').allInnerTexts();
    assert.deepEqual(shown, [...shown].sort((one, other) => one.localeCompare(other)));
    await picture(page, 'reasons');
    await list.getByRole('button', { name: 'Remove Allergic to gluten' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notice(page, 'Allergic to gluten deleted').waitFor();
    assert.equal((await labels()).includes('Allergic to gluten'), false);
}));

test('A source of a type with several kinds', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/sources');
    await settled(page);
    await press(page, 'Create a source');
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Chefs weekly');
    await field(dialog, 'Type').selectOption('JOB_BOARD/FREE_JOB_BOARD');
    await field(dialog, 'Id').fill('chefs-weekly');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Chefs weekly created').waitFor();
    await page.getByRole('list').getByText('Chefs weekly').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('type'), 'JOB_BOARD');
    await picture(page, 'sources');
    const { content } = await setup.api('GET', '/configuration/sources/JOB_BOARD/values');
    assert.equal(content.some(({ id }) => id === 'chefs-weekly'), true);
}));

test('A type of employment is restricted to countries, and the form of a job follows', () => setup.as('ADMINISTRATOR', async (page) => {
    const address = '/configuration/types-of-employment';
    const countries = async () => (await setup.api('GET', address)).content.find(({ id }) => id === 'contract').countryCodes;
    await page.open('/settings/types-of-employment');
    await page.getByRole('row', { name: /^Contract/ }).click();
    const detail = page.getByRole('region', { name: 'Type of employment' });
    const add = detail.getByRole('combobox', { name: 'Add a country' });
    await add.selectOption({ label: 'Germany' });
    await add.selectOption({ label: 'Austria' });
    await press(detail, 'Save');
    await notice(page, 'Saved').waitFor();
    assert.deepEqual(await countries(), ['at', 'de']);
    await page.getByRole('row', { name: /^Contract.*Austria, Germany/ }).waitFor();
    await picture(page, 'type-of-employment');

    await setup.api('PUT', `${address}/contract/countries`, { countryCodes: ['de', 'fr'] });
    await detail.getByRole('button', { name: 'Remove Austria' }).click();
    await press(detail, 'Save');
    await detail.getByRole('alert').filter({ hasText: 'Changed by somebody else' }).getByText('Germany, France').waitFor();
    assert.deepEqual(await countries(), ['de', 'fr']);
    await press(detail, 'Discard mine, show theirs');
    await setup.api('PUT', `${address}/contract/countries`, { countryCodes: ['de'] });
    await detail.getByRole('button', { name: 'Remove France' }).click();  // as the other one has done
    await Promise.all([page.waitForResponse((response) => response.request().method() === 'PUT'), press(detail, 'Save')]);
    assert.equal(await detail.getByRole('alert').count(), 0);

    await setup.api('PUT', `${address}/contract/countries`, { countryCodes: ['de', 'fr'] });
    await page.open('/jobs/new');
    const offered = () => field(page, 'Type of employment').locator('option').allInnerTexts();
    await until(async () => (await offered()).includes('Contract'));  // the country is not chosen yet
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await until(async () => !(await offered()).includes('Contract'));
    assert.equal((await offered()).includes('Full-time'), true);
    await field(page, 'Country').selectOption({ label: 'France' });
    await field(page, 'Type of employment').selectOption({ label: 'Contract' });
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await until(async () => (await offered()).includes('Contract (only in other countries)'));
    await setup.api('PUT', `${address}/contract/countries`, { countryCodes: [] });
}));

test('Candidate properties with values, and offer properties that are required', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/candidate-properties');
    await settled(page);
    await press(page, 'Create a candidate property');
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Uniform size');
    await field(dialog, 'Type').selectOption('SINGLE_SELECT');
    await field(dialog, 'Values').fill('Small');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Uniform size created').waitFor();
    await page.getByRole('textbox', { name: 'Add to Values' }).fill('Large');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Values' }).getByText('Large').waitFor();
    await picture(page, 'candidate-property');

    await page.open('/settings/offer-properties');
    await settled(page);
    await press(page, 'Create an offer property');
    await field(dialog, 'Name').fill('Knife allowance');
    await dialog.getByRole('textbox', { name: 'Category' }).or(dialog.getByRole('combobox', { name: 'Category' })).fill('BENEFITS');
    await field(dialog, 'Type').selectOption('CURRENCY');
    await dialog.getByLabel('An offer needs it to be sent').check();
    await field(dialog, 'Key').fill('knives');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Knife allowance created').waitFor();
    await picture(page, 'offer-properties');
    assert.equal((await setup.api('GET', '/configuration/offer-properties/knives')).required, true);

    const job = await setup.addJob('With knives');
    const person = await setup.addApplicant(job, 'Ada', 'Lovelace');
    const offer = await setup.api('POST', `/candidates/${person.id}/jobs/${job.id}/offers`, { properties: {} });
    await page.open(`/offers/${person.id}/${job.id}/${offer.id}`);
    await page.getByText('Before it can be sent, the offer needs:').waitFor();
    await page.getByText('Knife allowance').first().waitFor();
    await setup.api('DELETE', '/configuration/offer-properties/knives');
}, { expected: /status of 404/ }));

test('A text property has a format, which is changed', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/candidate-properties');
    await settled(page);
    await press(page, 'Create a candidate property');
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Locker');
    assert.deepEqual([await field(dialog, 'Pattern').count(), await field(dialog, 'Values').count()], [0, 0]);  // of other formats and types
    await field(dialog, 'Format of a text').selectOption({ label: 'Pattern' });
    await field(dialog, 'Pattern').fill('L-##');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Locker created').waitFor();
    const stored = async () => (await setup.api('GET', '/configuration/candidate-properties')).content.find(({ label }) => label === 'Locker');
    const { textFormat, pattern } = await stored();
    assert.deepEqual([textFormat, pattern], ['PATTERN', 'L-##']);
    const detail = page.getByRole('region', { name: 'Candidate property' });
    await field(detail, 'Format of a text').selectOption({ label: 'E-mail address' });
    await press(detail, 'Save');
    await notice(page, 'Saved').waitFor();
    const changed = await stored();
    assert.deepEqual([changed.textFormat, changed.pattern], ['EMAIL', undefined]);
}));

test('An offer can have the values of a selection, and no others', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/offer-properties');
    await settled(page);
    await press(page, 'Create an offer property');
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Parking place');
    await field(dialog, 'Type').selectOption('SELECT');
    await field(dialog, 'Values').focus();
    for (const value of ['Indoors', 'Outdoors, covered']) {  // a comma is part of a value
        await page.keyboard.type(value);
        await page.keyboard.press('Enter');
    }
    await field(dialog, 'Key').fill('parking');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await notice(page, 'Parking place created').waitFor();
    assert.deepEqual((await setup.api('GET', '/configuration/offer-properties/parking')).values, ['Indoors', 'Outdoors, covered']);

    const job = await setup.addJob('Valet');
    const person = await setup.addApplicant(job, 'Sally', 'Ride');
    await page.open(`/offers/${person.id}/${job.id}/new`);
    await field(page, 'Parking place').waitFor();
    assert.deepEqual(await field(page, 'Parking place').locator('option').allInnerTexts(), ['None', 'Indoors', 'Outdoors, covered']);
    await field(page, 'Parking place').selectOption('Outdoors, covered');
    await press(page, 'Create offer');
    await notice(page, 'Offer created').waitFor();
    await page.getByRole('definition').filter({ hasText: /^Outdoors, covered$/ }).waitFor();
    await picture(page, 'offer-selection');
    const offers = `/candidates/${person.id}/jobs/${job.id}/offers`;
    const { content: [offer] } = await setup.api('GET', offers);
    assert.equal(offer.properties.parking, 'Outdoors, covered');
    await assert.rejects(setup.api('PATCH', `${offers}/${offer.id}`, { properties: { parking: 'Roof' } }), /INVALID_OFFER_PROPERTY/);

    await page.open('/settings/offer-properties');
    await press(page, 'Edit Parking place');
    await press(dialog, 'Remove Outdoors, covered');
    await press(dialog, 'Save');
    await notice(page, 'Saved').waitFor();
    await page.open(`/offers/${person.id}/${job.id}/${offer.id}?edit=terms`);
    await field(page, 'Parking place').waitFor();
    assert.equal(await field(page, 'Parking place').inputValue(), 'Outdoors, covered');  // the offer keeps what it has
    await setup.api('DELETE', '/configuration/offer-properties/parking');
}, { expected: /status of 404/ }));

test('Who may not change the configuration reads it', () => setup.as('STANDARD', async (page) => {
    for (const path of ['hiring-processes', 'reasons', 'sources', 'types-of-employment', 'job-properties', 'candidate-properties', 'offer-properties', 'application-form', 'company', 'careers-page']) {
        await page.open(`/settings/${path}`);
        await settled(page);
        assert.equal(await page.getByRole('button', { name: /^(Create|Save|Add|Delete|Upload)/ }).count(), 0, path);
    }
    await heading(page, 'Careers page').waitFor();
}));

test('A detail that is opened by its address, and jobs of a preview, have a place while they are loaded', () => setup.as('ADMINISTRATOR', async (page) => {
    const screens = [
        ['/settings/groups/absent', '**/configuration/access-groups', '.split-detail', 'h2, h3'],
        ['/settings/job-properties/absent', '**/configuration/job-properties', '.split-detail', 'h2, h3'],
        ['/settings/types-of-employment/absent', '**/configuration/types-of-employment', '.split-detail', 'h2, h3'],
        ['/settings/careers-page', '**/jobs?*', '.page-preview', '.links small'],
    ];
    for (const [path, address, part, loaded] of screens) {
        let goOn;
        const mayGoOn = new Promise((done) => { goOn = done; });
        await page.route(address, async (route) => {
            await mayGoOn;
            await route.continue();
        });
        await page.open(path);
        await page.locator(part).getByRole('status', { name: 'Loading' }).waitFor();
        goOn();
        await page.locator(part).locator(loaded).first().waitFor();
        assert.equal(await page.locator(part).getByRole('status', { name: 'Loading' }).count(), 0);
        await page.unroute(address);
    }
}));
