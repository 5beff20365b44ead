// The company's own fields of jobs, and the application form with its screening questions, in the console.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { field, heading, notice, picture, press, settled, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

async function addProperty(label, values, more = {}) {
    const property = await setup.api('POST', '/configuration/job-properties', { label, category: 'job', visible: true, ...more });
    for (const [id, name] of Object.entries(values)) await setup.api('POST', `/configuration/job-properties/${property.id}/values`, { id, label: name });
    return property;
}

test('A property with values is made, sorted, archived and restored', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/job-properties');
    await settled(page);
    await page.getByRole('button', { name: 'Create a job property' }).first().click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name in English').fill('Terrace');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await heading(page, 'Terrace', 2).waitFor();
    for (const name of ['South', 'North']) {
        await press(page, 'Add a value');
        await field(dialog, 'Value').fill(name);
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        await notice(page, `${name} created`).waitFor();
    }
    const values = page.getByRole('grid', { name: 'Values' });
    const names = () => values.locator('.row bdi').allInnerTexts();
    await until(async () => (await names()).join() === 'South,North');
    await values.getByRole('button', { name: 'Value' }).click();
    await until(async () => (await names()).join() === 'North,South');
    await values.getByRole('button', { name: 'Actions for North' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await values.getByText('Archived').waitFor();
    await picture(page, 'job-property');
    const [property] = (await setup.api('GET', '/configuration/job-properties')).content.filter(({ label }) => label === 'Terrace');
    const stored = async () => (await setup.api('GET', `/configuration/job-properties/${property.id}/values`)).content.find(({ label }) => label === 'North');
    await notice(page, 'North archived').waitFor();
    assert.equal((await stored()).archived, true);
    await notice(page, 'North archived').getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'North restored').waitFor();
    assert.equal((await stored()).archived, false);
    await press(page, 'Change the order');
    await dialog.getByRole('button', { name: 'Move North up' }).click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Saved').waitFor();
    const order = async () => (await setup.api('GET', `/configuration/job-properties/${property.id}/values`)).content.map(({ label }) => label);
    assert.deepEqual(await order(), ['North', 'South']);
    const translate = async () => {
        await values.getByRole('button', { name: 'Actions for North' }).click();
        await page.getByRole('menuitem', { name: 'Translate' }).click();
        await dialog.getByRole('combobox', { name: 'Language' }).selectOption('de');
    };
    await translate();
    await until(async () => (await field(dialog, 'Name in this language').inputValue()) === 'North');  // not translated yet
    await field(dialog, 'Name in this language').fill('Norden');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await notice(page, 'Translation saved').waitFor();
    await translate();
    await until(async () => (await field(dialog, 'Name in this language').inputValue()) === 'Norden');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await press(page, 'Deactivate');
    await notice(page, 'Terrace is inactive').waitFor();
    assert.equal((await setup.api('GET', `/configuration/job-properties/${property.id}`)).active, false);
}));

test('What a dependent property can have follows its parent, also on the form of a job', () => setup.as('ADMINISTRATOR', async (page) => {
    const parent = await addProperty('Coast', { north: 'Northern', south: 'Southern' });
    const child = await addProperty('Harbour', { leith: 'Leith', dover: 'Dover' });
    await page.open(`/settings/job-properties/${parent.id}`);
    await page.getByRole('combobox', { name: 'Add a dependent property' }).selectOption({ label: 'Harbour' });
    await notice(page, 'Harbour depends on this property now').waitFor();
    await page.getByRole('combobox', { name: 'With the value' }).selectOption('north');
    await page.getByRole('group', { name: 'Possible values of Harbour' }).last().getByLabel('Leith').check();
    await picture(page, 'job-property-dependents');
    const possible = `/configuration/job-properties/${parent.id}/values/north/dependents/${child.id}/values`;
    await until(async () => (await setup.api('GET', possible)).totalFound === 1);

    const job = await setup.addJob('Deckhand', { published: false });
    await page.open(`/jobs/${job.id}/edit`);
    await settled(page);
    const harbour = page.getByLabel(/^Harbour/);
    await harbour.waitFor();
    assert.equal(await harbour.isDisabled(), true);
    await page.getByLabel(/^Coast/).selectOption('north');
    await harbour.selectOption('leith');
    assert.deepEqual((await harbour.locator('option').allInnerTexts()).includes('Dover'), false);
    await picture(page, 'job-with-properties');
    await press(page, 'Save');
    await heading(page, 'Deckhand').waitFor();
    await page.getByText('Leith').waitFor();
    const saved = await setup.api('GET', `/jobs/${job.id}`);
    assert.deepEqual(saved.properties.map(({ label, value }) => [label, value.id]), [['Coast', 'north'], ['Harbour', 'leith']]);

    await page.open(`/jobs/${job.id}/edit`);
    await page.getByLabel(/^Coast/).selectOption('south');
    assert.equal(await page.getByLabel(/^Harbour/).inputValue(), '');  // it was possible in the north only
    await press(page, 'Save');
    await heading(page, 'Deckhand').waitFor();
    await page.open(`/jobs?filter=${encodeURIComponent(`property:${parent.id}:south`)}`);
    await page.getByRole('row', { name: /Deckhand/ }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
}));

test('A required property is asked for', () => setup.as('ADMINISTRATOR', async (page) => {
    const property = await addProperty('Cost centre', {}, { type: 'TEXT', required: true });
    const job = (await setup.api('GET', '/jobs?limit=1')).content[0];
    await page.open(`/jobs/${job.id}/edit`);
    await settled(page);
    await field(page, 'Title').fill('Renamed');
    await press(page, 'Save');
    await page.getByText(/Cost centre.* is required/).first().waitFor();
    await page.getByLabel(/^Cost centre/).fill('K-7');
    await press(page, 'Save');
    await heading(page, 'Renamed').waitFor();
    await setup.api('DELETE', `/configuration/job-properties/${property.id}/activation`);
}, { expected: /status of 400/ }));

test('The public link of a job, and how it looks as published and now', () => setup.as('ADMINISTRATOR', async (page, context) => {
    const job = await setup.addJob('Lighthouse keeper');
    await page.open(`/jobs/${job.id}?tab=publication`);
    const link = page.getByRole('link', { name: /\/careers\/.*lighthouse-keeper$/ });
    await link.waitFor();
    await page.locator('.posting-preview').getByText('Cook.').waitFor();
    await setup.api('PATCH', `/jobs/${job.id}`, [{ op: 'replace', path: '/title', value: 'Lamp keeper' }]);
    await page.reload();
    await page.getByText('The job was changed after it was published.').waitFor();
    await page.locator('.posting-preview').getByText('Lighthouse keeper').waitFor();
    await press(page, 'As it would be published now');
    await page.locator('.posting-preview').getByText('Lamp keeper').waitFor();
    await picture(page, 'job-public-page');
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await opened.getByRole('heading', { name: 'Lighthouse keeper' }).first().waitFor();
}));

test('Screening questions of the company, with a condition, sorted and saved', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/application-form');
    await settled(page);
    const dialog = page.getByRole('dialog');
    await press(page, 'Add a question');
    await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Do you have a driving licence?');
    await dialog.getByRole('combobox', { name: 'Answer', exact: true }).selectOption('RADIO');
    for (const name of ['Yes', 'No']) {
        await dialog.getByRole('textbox', { name: 'New choice' }).fill(name);
        await page.keyboard.press('Enter');
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
    await press(page, 'Add a question');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByRole('alert').waitFor();  // a question needs a text
    await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Which classes?');
    await dialog.getByRole('combobox', { name: 'Answer to', exact: true }).selectOption({ label: 'Do you have a driving licence?' });
    await dialog.getByLabel('Yes').check();
    await picture(page, 'screening-question');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('only if “Do you have a driving licence?” is Yes').waitFor();

    await page.getByRole('button', { name: 'Move Which classes? up' }).click();
    await page.getByText('Its condition names a question that comes later').waitFor();
    await press(page, 'Save');
    await page.getByText(/^Question 1: .*question before/).waitFor();
    await page.getByRole('button', { name: 'Move Which classes? down' }).click();
    await page.getByRole('combobox', { name: 'Add a consent' }).selectOption('SINGLE');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('You may store my data for two years.');
    await press(page, 'Save');
    await notice(page, 'Saved').waitFor();
    await picture(page, 'application-form');
    const form = await setup.api('GET', '/configuration/application-form');
    assert.deepEqual(form.questions.map(({ label }) => label), ['Do you have a driving licence?', 'Which classes?']);
    assert.deepEqual(form.questions[1].condition.valueIds, [form.questions[0].fields[0].values[0].id]);
    assert.equal(form.consents[0].scope, 'SINGLE');
}, { expected: /status of 422/ }));

test('A job adds a question, and a change of somebody else is not overwritten', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Knife grinder');
    const address = `/jobs/${job.id}/application-form`;
    await page.open(`/jobs/${job.id}?tab=form`);
    await settled(page);
    const dialog = page.getByRole('dialog');
    await press(page, 'Add a question');
    await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Which knives do you bring?');
    await dialog.getByRole('combobox', { name: 'Answer', exact: true }).selectOption('TEXTAREA');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const theirs = { id: crypto.randomUUID(), label: 'Can you start at once?', fields: [{ id: 'value', label: 'Start', type: 'INPUT_TEXT' }] };
    await setup.api('PUT', address, { questions: [theirs] });
    await press(page, 'Save');
    const alert = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await alert.getByText('Can you start at once?').waitFor();
    assert.deepEqual((await setup.api('GET', address)).questions.map(({ label }) => label), [theirs.label]);
    await press(page, 'Discard mine, show theirs');
    await page.getByRole('list', { name: 'Screening questions' }).getByText(theirs.label).waitFor();
    await page.getByRole('combobox', { name: 'Candidates may send a picture' }).selectOption('false');
    await press(page, 'Save');
    await notice(page, 'Saved').waitFor();
    const saved = await setup.api('GET', address);
    assert.equal(saved.avatarUploadAvailable, false);
    assert.deepEqual(saved.questions.map(({ label }) => label), [theirs.label]);
}, { expected: /status of 412/ }));
