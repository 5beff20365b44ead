// Jobs in the console: create, publish, edit; views that can be sent as links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { field, heading, notice, picture, press, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

test('A recruiter creates a job and publishes it', () => setup.as('EXTENDED', async (page) => {
    await page.open('/jobs');
    await press(page, 'Create job');
    await heading(page, 'Create job').waitFor();

    await press(page, 'Create job');  // nothing is filled in
    await page.getByText('is required').first().waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-invalid'), 'true');

    await field(page, 'Title').fill('Pastry Chef');
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await field(page, 'City').fill('Bristol');
    await field(page, 'Industry').selectOption({ index: 1 });
    await field(page, 'Function').selectOption({ index: 1 });
    await field(page, 'Experience level').selectOption({ index: 1 });
    await field(page, 'Job description').fill('<p>Laminate, prove, bake.</p>');
    await picture(page, 'journey-job-form');
    await press(page, 'Create job');
    await heading(page, 'Pastry Chef').waitFor();
    await notice(page, 'Pastry Chef created').waitFor();

    await page.getByRole('tab', { name: 'Publication' }).click();
    await press(page, 'Publish job');
    await notice(page, 'The job is published').waitFor();
    await press(page, 'Unpublish job');
    await press(page, 'Undo');
    await notice(page, 'The job is published').first().waitFor();
    await page.getByRole('button', { name: 'Unpublish job' }).waitFor();
    await picture(page, 'journey-job-published');

    const id = new URL(page.url()).pathname.split('/').at(-1);
    const job = await setup.api('GET', `/jobs/${id}`);
    assert.deepEqual([job.title, job.postingStatus, job.location.city], ['Pastry Chef', 'PUBLIC', 'Bristol']);
}));

test('Faults that the API finds appear beside their fields', () => setup.as('ADMINISTRATOR', async (page) => {
    const other = await setup.addJob('Baker');
    await page.open('/jobs/new');
    await field(page, 'Title').fill('Baker');
    await field(page, 'Reference number').fill((await setup.api('GET', `/jobs/${other.id}`)).refNumber);
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await field(page, 'City').fill('Bristol');
    await field(page, 'Industry').selectOption({ index: 1 });
    await field(page, 'Function').selectOption({ index: 1 });
    await field(page, 'Experience level').selectOption({ index: 1 });
    await field(page, 'Salary from').fill('40000');
    await field(page, 'Salary to').fill('30000');
    await field(page, 'Currency').selectOption('GBP');
    await press(page, 'Create job');
    await page.locator('.fault, [role=alert]').first().waitFor();
    assert.equal(await field(page, 'Title').inputValue(), 'Baker');  // what was typed is kept
    await heading(page, 'Create job').waitFor();
}, { expected: /status of (400|409|422)/ }));

test('An ad in another language', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Waiter');
    await page.open(`/jobs/${job.id}?tab=ads`);
    await press(page, 'Add an ad');
    await field(page, 'Title').fill('Kellner');
    await field(page, 'Language').selectOption('de');
    await field(page, 'Job description').fill('<p>Gäste bedienen.</p>');
    await page.locator('form').getByRole('button', { name: 'Add an ad' }).click();
    await notice(page, 'Ad created').waitFor();
    await page.getByRole('region', { name: 'Kellner' }).waitFor();
    const ads = await setup.api('GET', `/jobs/${job.id}/jobads`);
    assert.deepEqual(ads.map((ad) => [ad.title, ad.language.code]).sort(), [['Kellner', 'de'], ['Waiter', 'en']]);
}));

test('Filters, tabs and details are links: the back button and a copied address restore them', () =>
    setup.as('ADMINISTRATOR', async (page, context) => {
        const job = await setup.addJob('Sommelier of the cellar');
        await page.open('/jobs');
        await page.getByRole('searchbox', { name: 'Filter' }).fill('sommelier cellar');
        await page.getByRole('row', { name: /Sommelier of the cellar/ }).waitFor();
        await page.getByRole('button', { name: 'Status', exact: true }).click();
        await page.getByRole('menuitemradio', { name: /^Sourcing/ }).click();
        await page.getByText('status:', { exact: true }).waitFor();
        await until(() => new URL(page.url()).searchParams.get('filter')?.includes('status:SOURCING'));
        const list = page.url();

        await page.getByRole('link', { name: 'Sommelier of the cellar' }).click();
        await heading(page, 'Sommelier of the cellar').waitFor();
        await page.getByRole('tab', { name: 'Hiring team' }).click();
        await page.getByRole('tab', { name: 'Positions' }).click();
        await page.getByText('No positions').waitFor();
        const positions = page.url();

        await page.goBack();
        assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Hiring team');
        await page.goBack();
        await page.goBack();
        await heading(page, 'Jobs').waitFor();
        assert.equal(page.url(), list);
        assert.match(await page.getByRole('searchbox', { name: 'Filter' }).inputValue(), /status:SOURCING/);
        await page.getByRole('row', { name: /Sommelier of the cellar/ }).waitFor();

        const other = await context.newPage();
        await other.goto(positions);
        await heading(other, 'Sommelier of the cellar').waitFor();
        assert.equal(await other.getByRole('tab', { selected: true }).innerText(), 'Positions');
        assert.equal(positions.includes(job.id), true);
    }));

test('Two people edit one job: the second sees the conflict, and nothing is overwritten silently', () =>
    setup.as('ADMINISTRATOR', async (page) => {
        const job = await setup.addJob('Bar Manager');
        await page.open(`/jobs/${job.id}/edit`);
        await field(page, 'Title').fill('Head of Bar');
        await setup.as('EXTENDED', async (other) => {
            await other.open(`/jobs/${job.id}/edit`);
            await field(other, 'City').fill('Bath');
            await press(other, 'Save');
            await notice(other, 'Job saved').waitFor();
        });

        await press(page, 'Save');
        const conflict = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
        await conflict.waitFor();
        await conflict.getByRole('row', { name: /City.*Bristol.*Bath/ }).waitFor();
        await page.waitForFunction(() => document.querySelector('[role=alert]').getBoundingClientRect().bottom <= innerHeight + 1);
        assert.equal(await field(page, 'Title').inputValue(), 'Head of Bar');
        assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Bar Manager');
        await picture(page, 'attack-conflict');

        await press(page, 'Save mine');
        await notice(page, 'Job saved').waitFor();
        const saved = await setup.api('GET', `/jobs/${job.id}`);
        assert.deepEqual([saved.title, saved.location.city], ['Head of Bar', 'Bath']);  // of both
    }));

test('The palette finds a job, and a key opens the list of keys', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Fishmonger at the quay');
    await page.open('/');
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('fishmonger');
    await page.getByRole('option', { name: /Fishmonger at the quay/ }).waitFor();
    await picture(page, 'palette');
    await page.getByRole('option', { name: /Fishmonger at the quay/ }).click();
    await page.waitForURL((url) => url.pathname.includes(job.id));

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await picture(page, 'keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
}));
