// Jobs in the console: create, publish, edit; views that can be sent as links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { faultOf, field, heading, notice, picture, press, saveOverTheirs, Setup, until } from './setup.mjs';

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
    const created = notice(page, 'Pastry Chef created').waitFor();  // shown for some seconds only
    await press(page, 'Create job');
    await heading(page, 'Pastry Chef').waitFor();
    await created;

    await page.getByRole('tab', { name: 'Publication' }).click();
    await press(page, 'Publish job');
    await notice(page, 'The job is published').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const read = () => setup.api('GET', `/jobs/${id}`);
    await press(notice(page, 'The job is published'), 'Undo');
    await until(async () => (await read()).postingStatus === 'NOT_PUBLISHED');
    await press(page, 'Publish job');
    await until(async () => (await read()).postingStatus === 'PUBLIC');
    await page.reload();  // without the messages
    await press(page, 'Unpublish job');
    await press(notice(page, 'The job is no longer published'), 'Undo');
    await until(async () => (await read()).postingStatus === 'PUBLIC');
    await page.getByRole('button', { name: 'Unpublish job' }).waitFor();
    await picture(page, 'journey-job-published');

    const job = await read();
    assert.deepEqual([job.title, job.postingStatus, job.location.city], ['Pastry Chef', 'PUBLIC', 'Bristol']);
}));

test('Unpublishing a job ends all its ads, and Undo publishes each for the same readers', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Cellar hand', { published: false });
    const ads = `/jobs/${job.id}/jobads`;
    const { id } = await setup.api('POST', ads, { title: 'Kellermeister', language: { code: 'de' } });
    await setup.api('POST', `/jobs/${job.id}/publication`, { visibility: 'PUBLIC', aggregators: false });
    await setup.api('POST', `${ads}/${id}/postings`, { visibility: 'INTERNAL' });
    const published = async () => (await setup.api('GET', ads)).map((ad) => [ad.title, ad.postingStatus, ad.visibility]);
    const before = await published();
    assert.deepEqual(before, [['Cellar hand', 'PUBLISHED', 'PUBLIC'], ['Kellermeister', 'PUBLISHED', 'INTERNAL']]);

    await page.open(`/jobs/${job.id}?tab=publication`);
    await press(page, 'Unpublish job');
    await notice(page, 'The job is no longer published').waitFor();
    assert.deepEqual(await published(), [['Cellar hand', 'NOT_PUBLISHED', 'PUBLIC'], ['Kellermeister', 'NOT_PUBLISHED', 'PUBLIC']]);
    await press(notice(page, 'The job is no longer published'), 'Undo');
    await notice(page, 'The job is published').waitFor();
    assert.deepEqual(await published(), before);
    const { content } = await setup.api('GET', `/jobs/${job.id}/publication`);
    assert.equal(content.some(({ type }) => type === 'FREE'), false);

    await setup.api('PATCH', `/jobs/${job.id}`, [{ op: 'replace', path: '/title', value: 'Cellar master' }]);
    await page.reload();
    await press(page, 'Unpublish job');
    await press(page.getByRole('dialog', { name: 'Unpublish it?' }), 'Unpublish');
    await notice(page, 'The job is no longer published').waitFor();
    assert.equal(await notice(page, 'The job is no longer published').getByRole('button', { name: 'Undo' }).count(), 0);
}));

test('Faults that the API finds appear beside their fields', () => setup.as('ADMINISTRATOR', async (page) => {
    const invalid = page.locator('[aria-invalid=true]');
    const other = await setup.addJob('Baker');
    const department = await setup.api('POST', '/configuration/departments', { label: 'Short-lived' });
    await page.open('/jobs/new');
    await field(page, 'Title').fill('Baker');
    await field(page, 'Department').selectOption('Short-lived');
    await field(page, 'Country').selectOption({ label: 'United Kingdom' });
    await field(page, 'City').fill('Bristol');
    await field(page, 'Industry').selectOption({ index: 1 });
    await field(page, 'Function').selectOption({ index: 1 });
    await field(page, 'Experience level').selectOption({ index: 1 });
    await field(page, 'Type of employment').selectOption({ label: 'Contract' });
    await field(page, 'Salary from').fill('40000');
    await field(page, 'Salary to').fill('30000');
    await field(page, 'Currency').selectOption('GBP');
    await press(page, 'Create job');
    await invalid.waitFor();
    assert.equal(await faultOf(page, 'Salary from'), 'must not be greater than max');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');

    await field(page, 'Salary from').fill('20000');
    assert.equal(await invalid.count(), 0);
    await setup.api('DELETE', `/configuration/departments/${department.id}`);  // after the form was opened
    await setup.api('PUT', '/configuration/types-of-employment/contract/countries', { countryCodes: ['de'] });
    await press(page, 'Create job');
    await invalid.nth(1).waitFor();
    assert.match(await faultOf(page, 'Department'), /does not exist/);
    assert.match(await faultOf(page, 'Type of employment'), /^type of employment .* is not allowed in the country/);
    assert.equal(await invalid.count(), 2);
    assert.equal(await page.locator('form [role=alert]').count(), 0);

    await field(page, 'Department').selectOption('');
    await field(page, 'Type of employment').selectOption('');
    await field(page, 'Reference number').fill((await setup.api('GET', `/jobs/${other.id}`)).refNumber);
    await press(page, 'Create job');
    await page.getByRole('alert').getByText('a job with this reference number already exists').waitFor();  // of no field
    assert.equal(await invalid.count(), 0);
    assert.equal(await field(page, 'Title').inputValue(), 'Baker');  // what was typed is kept
    await setup.api('PUT', '/configuration/types-of-employment/contract/countries', { countryCodes: [] });
}, { expected: /status of (400|409|422)/ }));

test('The form of a job has its access groups, which decide who sees it, and its EEO category', () => setup.as('ADMINISTRATOR', async (page) => {
    await setup.api('POST', '/configuration/access-groups', { name: 'Leith kitchens' });
    const job = await setup.addJob('Brigade chef');
    const saved = () => setup.api('GET', `/jobs/${job.id}`);
    const group = page.getByRole('checkbox', { name: 'Leith kitchens' });
    await page.open(`/jobs/${job.id}/edit`);
    await group.check();
    await field(page, 'EEO category').selectOption({ label: 'Craft Workers' });
    await press(page, 'Save');
    await notice(page, 'Job saved').waitFor();
    await page.getByRole('definition').filter({ hasText: /^Leith kitchens$/ }).waitFor();
    const { accessGroups, eeoCategory } = await saved();
    assert.deepEqual([accessGroups.map(({ name }) => name), eeoCategory.id], [['Leith kitchens'], 'craft_workers']);
    await setup.as('EXTENDED', async (other) => {
        await other.open(`/jobs/${job.id}`);
        await other.getByText(/Not found|You do not have access/).first().waitFor();
    }, { expected: /status of 401/ });

    await page.open(`/jobs/${job.id}/edit`);
    await group.uncheck();
    await press(page, 'Save');
    await notice(page, 'Job saved').waitFor();
    assert.equal((await saved()).accessGroups, undefined);
    await setup.as('EXTENDED', async (other) => {
        await other.open(`/jobs/${job.id}/edit`);
        await field(other, 'Title').waitFor();
        assert.equal(await other.getByRole('checkbox', { name: 'Leith kitchens' }).count(), 0);  // not a group of this user
    });
}));

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

test('Of a filter that has one value, another one replaces it', () => setup.as('ADMINISTRATOR', async (page) => {
    await setup.addJob('Milliner', { published: false });
    await page.open('/jobs?filter=milliner');
    const chips = page.getByRole('search').getByRole('listitem').filter({ hasText: 'posting:' });
    const choose = async (name) => {
        await page.getByRole('search').getByRole('button', { name: 'Published', exact: true }).click();
        await page.getByRole('menuitemradio', { name }).click();
    };
    await choose(/^Public/);
    await page.getByText('No job matches').waitFor();
    await choose(/^Not published/);
    await page.getByRole('row', { name: /Milliner/ }).waitFor();
    assert.equal(await chips.count(), 1);
    assert.equal(await page.getByRole('searchbox', { name: 'Filter' }).inputValue(), 'posting:NOT_PUBLISHED milliner');
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

test('Keys add an ad, a position and a member of the hiring team', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Lamplighter');
    const open = async (tab, ready) => {
        await page.open(`/jobs/${job.id}?tab=${tab}`);
        await ready.waitFor();
        await page.keyboard.press('c');
    };
    await open('ads', page.getByRole('button', { name: 'Add an ad' }));
    await heading(page, 'Add an ad', 2).waitFor();
    await open('positions', page.getByText('No positions'));
    await page.getByRole('dialog', { name: 'Add a position' }).waitFor();
    await open('team', heading(page, 'Add somebody', 2));
    await page.keyboard.type('priya');
    await page.getByRole('button', { name: 'Add Priya Raman' }).waitFor();
}));

test('The menu of the status has the request of each', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Lampwright');
    await page.open(`/jobs/${job.id}`);
    await page.getByRole('definition').getByRole('button', { name: /status/i }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'as curl' }).click();
    const commands = page.getByRole('dialog').locator('pre');
    await commands.filter({ hasText: /-X PUT .*\/status'[^]*"status": "FILLED"/ }).waitFor();
    assert.equal(await commands.count(), 7);
    assert.equal((await setup.api('GET', `/jobs/${job.id}`)).status, 'SOURCING');
}));

test('Once the text of somebody else is shown, the first text can be saved again, and is no conflict', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Barkeeper');
    const replace = (path) => (title) => setup.api('PATCH', path, [{ op: 'replace', path: '/title', value: title }]);
    await page.open(`/jobs/${job.id}/edit`);
    await saveOverTheirs(page, 'Title', 'Barkeeper', replace(`/jobs/${job.id}`));
    await notice(page, 'Job saved').waitFor();
    assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Barkeeper');

    const ads = `/jobs/${job.id}/jobads`;
    const ad = await setup.api('POST', ads, { title: 'Barmann', language: { code: 'de' } });
    await page.open(`/jobs/${job.id}?tab=ads&ad=${ad.id}`);
    await saveOverTheirs(page, 'Title', 'Barmann', (title) => setup.api('PUT', `${ads}/${ad.id}`, { title, language: { code: 'de' } }));
    await notice(page, 'Ad saved').waitFor();
    assert.equal((await setup.api('GET', `${ads}/${ad.id}`)).title, 'Barmann');
}));

test('A note is never overwritten by a text that its author has not seen', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Archivist');
    const address = `/jobs/${job.id}/note`;
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await page.open(`/jobs/${job.id}`);
    await field(page, 'Internal note').fill('Mine');
    await setup.api('PUT', address, { content: 'Theirs' });
    await press(page, 'Save');
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    const readAgain = page.waitForResponse((response) => response.url().endsWith(address));
    await press(page, 'Save');  // is no answer to the question
    await readAgain;
    await conflict.getByText('Theirs', { exact: true }).waitFor();
    assert.equal((await setup.api('GET', address)).content, 'Theirs');
    await setup.api('PUT', address, { content: 'Of a third' });
    await press(conflict, 'Save mine');
    await conflict.getByText('Of a third', { exact: true }).waitFor();
    assert.equal((await setup.api('GET', address)).content, 'Of a third');
    await press(conflict, 'Save mine');
    await notice(page, 'Note saved').waitFor();
    assert.equal((await setup.api('GET', address)).content, 'Mine');
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

test('Somebody joins the hiring team with a role, leaves it with Undo or without, and comes back with Undo', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Maître d’hôtel');
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=priya');
    const role = async () => (await setup.api('GET', `/jobs/${job.id}/hiring-team`)).content.find(({ id }) => id === user.id)?.role;
    await page.open(`/jobs/${job.id}?tab=team`);
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Hiring manager' });
    await page.getByLabel('Find a user by name or e-mail').fill('priya');
    await press(page, 'Add Priya Raman');
    await press(notice(page, 'Priya Raman joined the hiring team'), 'Undo');
    await notice(page, 'Priya Raman left the hiring team').waitFor();
    assert.equal(await role(), undefined);
    await page.getByRole('row', { name: /Priya Raman/ }).waitFor({ state: 'detached' });
    await page.reload();  // without the messages
    await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Hiring manager' });
    await page.getByLabel('Find a user by name or e-mail').fill('priya');
    let goOn;
    const answered = new Promise((done) => { goOn = done; });
    await page.route('**/hiring-team', async (route) => {
        if (route.request().method() === 'POST') await answered;
        return route.continue();
    });
    await press(page, 'Add Priya Raman');
    await page.getByRole('row', { name: /Priya Raman.*Hiring manager/ }).waitFor();  // before the server has answered
    assert.equal(await role(), undefined);
    goOn();
    await notice(page, 'Priya Raman joined the hiring team').waitFor();
    await page.getByRole('row', { name: /Priya Raman.*Hiring manager/ }).waitFor();
    assert.equal(await role(), 'HIRING_MANAGER');
    await picture(page, 'hiring-team');
    await press(page, 'Remove Priya Raman');
    await notice(page, 'Priya Raman left the hiring team').waitFor();
    assert.equal(await role(), undefined);
    await press(notice(page, 'Priya Raman left the hiring team'), 'Undo');
    await page.getByRole('row', { name: /Priya Raman.*Hiring manager/ }).waitFor();
    await until(async () => await role() === 'HIRING_MANAGER');
}));

test('Positions of a job are added, changed and deleted', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Kitchen porter');
    const positions = async () => (await setup.api('GET', `/jobs/${job.id}/positions`)).content;
    await page.open(`/jobs/${job.id}?tab=positions`);
    await press(page, 'Add a position');
    const dialog = page.getByRole('dialog');
    await press(dialog, 'Save');
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    assert.equal(await faultOf(dialog, 'Open from'), 'is required');
    assert.equal(await faultOf(dialog, 'Identifier'), null);
    await field(dialog, 'Identifier').fill('P-104');
    await field(dialog, 'Open from').fill('2030-01-15');
    await field(dialog, 'Target start').fill('2030-03-01');
    await press(dialog, 'Save');
    await notice(page, 'Position saved').waitFor();
    assert.deepEqual((await positions()).map(({ positionId, type, status }) => [positionId, type, status]), [['P-104', 'NEW', 'OPEN']]);

    await page.reload();  // without the message
    await press(page, 'Edit P-104');
    await field(dialog, 'Type').selectOption({ label: 'Replacement' });
    await field(dialog, 'Replaces').fill('Robin Hood');
    await press(dialog, 'Save');
    await notice(page, 'Position saved').waitFor();
    await page.getByRole('row', { name: /P-104.*Replacement.*Robin Hood/ }).waitFor();
    assert.deepEqual((await positions()).map(({ type, incumbentName }) => [type, incumbentName]), [['REPLACEMENT', 'Robin Hood']]);
    await picture(page, 'positions');

    const [{ id, status: _, ...input }] = await positions();
    await press(page, 'Edit P-104');
    await field(dialog, 'Replaces').fill('Little John');
    await setup.api('PUT', `/jobs/${job.id}/positions/${id}`, { ...input, targetStartDate: '2030-04-01T00:00:00.000Z' });
    await press(dialog, 'Save');
    await dialog.getByRole('row', { name: /Target start.*2030-03-01.*2030-04-01/ }).waitFor();
    await press(dialog, 'Save mine');
    await until(async () => (await positions())[0].incumbentName === 'Little John');
    assert.match((await positions())[0].targetStartDate, /^2030-04-01/);
    await dialog.waitFor({ state: 'detached' });

    await press(page, 'Delete P-104');
    await press(page.getByRole('dialog', { name: 'Delete the position?' }), 'Delete');
    await notice(page, 'Position deleted').waitFor();
    assert.deepEqual(await positions(), []);
}));
