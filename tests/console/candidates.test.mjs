// Candidates in the console: one of many is found and changed.
import assert from 'node:assert/strict';
import { File } from 'node:buffer';  // Node 18 has no global one
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { commandsIn, faultOf, field, heading, notice, picture, press, saveOverTheirs, Setup, until } from './setup.mjs';

let setup;
let job;

before(async () => {
    setup = await Setup.start({ words: ['--sandbox'] });  // mails can be read
    job = await setup.addJob('Head Chef');
});
after(() => setup?.stop());

function filter(page) {
    return page.getByRole('searchbox', { name: 'Filter' });
}

test('A recruiter finds one candidate of 500 by typing, and changes the phone number', () => setup.as('EXTENDED', async (page) => {
    const person = await setup.addApplicant(job, 'Wilhelmina', 'Featherstonehaugh', { location: { city: 'Cork', countryCode: 'ie' } });
    await page.open('/candidates');
    await page.getByRole('grid', { name: 'Candidates' }).getByRole('row').nth(20).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('wilhelmina feather');
    const row = page.getByRole('row', { name: /Wilhelmina Featherstonehaugh/ });
    await row.waitFor();
    await until(async () => await page.getByRole('grid').getByRole('row').count() === 2);  // the head and the row
    await picture(page, 'journey-search');
    await row.click();
    await page.waitForURL((url) => url.pathname.endsWith(person.id));
    await page.getByRole('region', { name: 'Candidate' }).getByText('Head Chef').first().waitFor();
    await picture(page, 'journey-candidate');

    await page.open(`/candidates/${person.id}/edit`);
    await field(page, 'Phone').fill('+353 21 555 0100');
    await press(page, 'Save');
    await notice(page, 'Candidate saved').waitFor();
    assert.equal((await setup.api('GET', `/candidates/${person.id}`)).phoneNumber, '+353 21 555 0100');
}));

test('A filter by status and by tag', () => setup.as('ADMINISTRATOR', async (page) => {
    const person = await setup.addApplicant(job, 'Hedy', 'Lamarr', { tags: ['frequency hopping'] });
    await setup.move(person, job, 'INTERVIEW');
    await page.open('/candidates');
    await filter(page).fill('tag:"frequency hopping" status:INTERVIEW');
    await page.getByRole('row', { name: /Hedy Lamarr/ }).waitFor();
    await filter(page).fill('tag:"frequency hopping" status:NEW');
    await page.getByText('No candidate matches').waitFor();
    await page.goBack();
}));

test('A candidate is added to the talent pool, once the address is one', () => setup.as('EXTENDED', async (page) => {
    await page.open('/candidates');
    await press(page, 'Add candidate');
    await heading(page, 'Add candidate').waitFor();
    await field(page, 'First name').fill('Katherine');
    await field(page, 'Last name').fill('Johnson');
    await field(page, 'E-mail').fill('not an address');
    await press(page, 'Add candidate');
    await page.locator('.fault').first().waitFor();
    await field(page, 'E-mail').fill('katherine@example.com');
    await press(page, 'Add candidate');
    await notice(page, 'Katherine Johnson was added').waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith('/new'));
    const added = await setup.api('GET', `/candidates/${new URL(page.url()).pathname.split('/')[3]}`);
    assert.deepEqual([added.firstName, added.email], ['Katherine', 'katherine@example.com']);
}, { expected: /status of (400|422)/ }));

test('The job of a new candidate is found by typing among more than a hundred, open ones first', () => setup.as('EXTENDED', async (page) => {
    const oldest = await setup.addJob('Saucier of the old house', { published: false });
    const filled = await setup.addJob('Saucier of last year', { published: false });
    await setup.api('PUT', `/jobs/${filled.id}/status`, { status: 'FILLED' });
    for (let i = 0; i < 101; ++i) await setup.addJob(`Waiter ${i}`, { published: false });
    await page.open('/candidates/new');
    const picker = page.getByRole('combobox', { name: /^Job/ });
    const list = page.locator('.picker');
    await picker.fill('saucie');
    await list.getByText('Nothing found. Whole words of the title are searched.').waitFor();
    await picker.fill('waiter');
    await list.getByText('There are more: type to find them.').waitFor();
    await picker.fill('saucier');
    const options = page.getByRole('listbox', { name: 'Choices' }).getByRole('option');
    await options.filter({ hasText: 'last year' }).waitFor();
    await options.filter({ hasText: 'old house' }).waitFor();
    const found = await options.allInnerTexts();
    assert.equal(found.length, 2);
    assert.match(found[0], /^Saucier of the old house/);
    assert.match(found[1], /^Saucier of last year.*Filled$/);
    await picture(page, 'picker');
    await page.keyboard.press('Enter');
    assert.match(await picker.inputValue(), /^Saucier of the old house \(/);
    await field(page, 'First name').fill('Auguste');
    await field(page, 'Last name').fill('Escoffier');
    await field(page, 'E-mail').fill('auguste@example.com');
    await press(page, 'Add candidate');
    await notice(page, 'Auguste Escoffier was added').waitFor();
    const { content: [application] } = await setup.api('GET', `/applications?jobId=${oldest.id}`);
    assert.equal(application.candidate.lastName, 'Escoffier');

    await page.open('/candidates');
    const filterByJob = page.getByRole('combobox', { name: 'Job' });
    await filterByJob.fill('old house');
    await options.filter({ hasText: 'old house' }).click();
    await until(() => new URL(page.url()).searchParams.get('filter')?.includes(`job:${oldest.id}`));
    await page.getByRole('listitem').filter({ hasText: /^job:Saucier of the old house/ }).waitFor();
    await until(async () => await page.getByRole('grid').getByRole('row').count() === 2);  // the head and the row
    await page.getByRole('row', { name: /Auguste Escoffier/ }).waitFor();
}));

test('A source beyond the first hundred of its type, and a user as a source, are found by typing', () => setup.as('ADMINISTRATOR', async (page) => {
    for (let i = 0; i < 101; ++i) await setup.api('POST', '/configuration/sources', { sourceType: 'JOB_BOARD', sourceSubType: 'FREE_JOB_BOARD', label: `Board ${i}` });
    await setup.api('POST', '/configuration/sources', { sourceType: 'JOB_BOARD', sourceSubType: 'FREE_JOB_BOARD', label: 'Zester weekly', id: 'zester' });
    const person = await setup.addApplicant(job, 'Dorothy', 'Vaughan');
    const source = async () => (await setup.api('GET', `/candidates/${person.id}/jobs/${job.id}`)).source;
    const change = async (text, choice) => {
        await page.getByRole('region', { name: 'Head Chef' }).getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Change source' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change the source' });
        await dialog.getByRole('combobox', { name: 'Source' }).fill(text);
        await page.getByRole('listbox', { name: 'Choices' }).getByRole('option', { name: choice }).click();
        await press(dialog, 'Save');
        await notice(page, 'Source changed').waitFor();
    };
    await page.open(`/candidates/${person.id}/profile`);
    await change('zester', 'Job board: Zester weekly');
    assert.equal(await source(), 'Zester weekly');
    await page.reload();  // without the message
    await change('priya', 'Referred by Priya Raman');
    assert.equal(await source(), 'Referred by Priya Raman');
}));

test('Tags of one candidate, and of several at once', () => setup.as('EXTENDED', async (page) => {
    const people = [await setup.addApplicant(job, 'Mary', 'Jacksonville'), await setup.addApplicant(job, 'Annie', 'Jacksonville')];
    const tags = async (person) => (await setup.api('GET', `/candidates/${person.id}`)).tags;
    await page.open(`/candidates/${people[0].id}/profile`);
    await page.getByLabel('Edit tags').fill('night shift');
    await page.keyboard.press('Enter');
    await notice(page, 'Tags changed').waitFor();
    assert.deepEqual(await tags(people[0]), ['night shift']);
    await page.reload();  // without the message
    await press(page, 'Remove night shift');
    await notice(page, 'Tags changed').waitFor();
    assert.deepEqual(await tags(people[0]), []);
    await setup.api('POST', `/candidates/${people[0].id}/tags`, { tags: ['of others'] });
    await press(notice(page, 'Tags changed'), 'Undo');
    await until(async () => (await tags(people[0])).length === 2);
    await press(page, 'Remove of others');
    await until(async () => (await tags(people[0])).length === 1);

    await page.open('/candidates?filter=jacksonville');
    for (const name of ['Mary', 'Annie']) await page.getByRole('row', { name: new RegExp(`${name} Jacksonville`) }).getByRole('checkbox').check();
    await press(page.getByRole('toolbar', { name: '2 selected' }), 'Add tag …');
    const dialog = page.getByRole('dialog', { name: 'Add tag …' });
    await field(dialog, 'Tag').fill('knives');
    await press(dialog, 'Save');
    await notice(page, '2 done').waitFor();
    assert.deepEqual((await tags(people[0])).sort(), ['knives', 'night shift']);
    assert.deepEqual(await tags(people[1]), ['knives']);
}));

test('Consent is requested by mail, and given', () => setup.as('EXTENDED', async (page) => {
    const person = await setup.addApplicant(job, 'Christine', 'Darden');
    const { email } = await setup.api('GET', `/candidates/${person.id}`);
    await page.open(`/candidates/${person.id}/profile`);
    const question = page.getByRole('dialog', { name: 'Request consent of Christine Darden?' });
    await page.getByRole('button', { name: 'Request consent' }).waitFor();
    await page.keyboard.press('q');
    await press(question, 'Cancel');
    await press(page, 'Request consent');
    assert.equal((await setup.api('GET', `/candidates/${person.id}/consent`)).status, 'REQUIRED');
    await press(question, 'Request consent');
    await notice(page, 'The request was sent by mail').waitFor();
    await page.getByText('Consent requested', { exact: true }).first().waitFor();
    await picture(page, 'consent-requested');
    const { link } = await setup.mailTo(email);
    await setup.as(null, async (theirs) => {
        await theirs.goto(link);
        await press(theirs, 'I consent');
        await heading(theirs, 'You gave your consent').waitFor();
    });
    await page.getByText('Consent given', { exact: true }).first().waitFor();  // live
    assert.equal((await setup.api('GET', `/candidates/${person.id}/consent`)).status, 'ACQUIRED');
    assert.equal(await page.getByRole('button', { name: /^Request/ }).count(), 0);
}));

test('Candidate properties of an application are filled in, with a user who is searched for and a text of a format', () => setup.as('EXTENDED', async (page) => {
    const define = (body) => setup.api('POST', '/configuration/candidate-properties', { availability: { context: ['PROFILE'] }, ...body });
    const badge = await define({ label: 'Badge number', type: 'TEXT', textFormat: 'PATTERN', pattern: 'EMP-###' });
    const mentor = await define({ label: 'Shift mentor', type: 'USER' });
    const size = await define({ label: 'Uniform size', type: 'SINGLE_SELECT', values: [{ label: 'Small' }, { label: 'Large' }] });
    const shifts = await define({ label: 'Shifts', type: 'MULTI_SELECT', values: [{ label: 'Early' }, { label: 'Late' }, { label: 'Night' }] });
    const person = await setup.addApplicant(job, 'Valentina', 'Tereshkova');
    const values = async () => {
        const { content } = await setup.api('GET', `/candidates/${person.id}/jobs/${job.id}/properties?includeMultiSelect=true`);
        return [badge, mentor, size, shifts].map(({ id }) => content.find((one) => one.id === id));
    };
    await page.open(`/candidates/${person.id}/profile?tab=properties`);
    await field(page, 'Badge number').fill('EMP-12');
    await press(page, 'Save');
    await page.locator('[aria-invalid=true]').waitFor();
    assert.match(await faultOf(page, 'Badge number'), /must be a text like EMP-###/);
    assert.equal(await field(page, 'Badge number').inputValue(), 'EMP-12');  // what was typed is kept
    await field(page, 'Badge number').fill('EMP-123');
    await field(page, 'Uniform size').selectOption({ label: 'Large' });
    for (const shift of ['Night', 'Early']) await page.getByRole('checkbox', { name: shift }).check();
    await page.getByRole('combobox', { name: /^Shift mentor/ }).fill('priya');
    await page.getByRole('listbox', { name: 'Choices' }).getByRole('option', { name: /Priya Raman/ }).click();
    await picture(page, 'candidate-properties-filled');
    await press(page, 'Save');
    await notice(page, 'Properties saved').waitFor();
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=priya');
    const [badged, mentored, sized, shifted] = await values();
    assert.deepEqual([badged.value, mentored.value, sized.valueLabel], ['EMP-123', user.id, 'Large']);
    assert.deepEqual(shifted.selectedValueLabels.map(({ label }) => label), ['Night', 'Early']);

    await page.reload();
    await until(async () => await page.getByRole('combobox', { name: /^Shift mentor/ }).inputValue() === 'Priya Raman');
    await page.getByRole('combobox', { name: /^Shift mentor/ }).fill('');  // clears it
    await field(page, 'Uniform size').selectOption('');
    for (const shift of ['Night', 'Early']) await page.getByRole('checkbox', { name: shift }).uncheck();
    await press(page, 'Save');
    await notice(page, 'Properties saved').waitFor();
    assert.deepEqual((await values()).map(({ value }) => value), ['EMP-123', {}, {}, {}]);  // {}: no value
}, { expected: /status of 400/ }));

test('A property that somebody else has changed is shown, and the first text can be saved again', () => setup.as('EXTENDED', async (page) => {
    const { id } = await setup.api('POST', '/configuration/candidate-properties', { availability: { context: ['PROFILE'] }, label: 'Locker key', type: 'TEXT' });
    const person = await setup.addApplicant(job, 'Sally', 'Ride');
    const address = `/candidates/${person.id}/jobs/${job.id}/properties`;
    const put = (value) => setup.api('PUT', address, [{ id, value }]);
    await put('First');
    await page.open(`/candidates/${person.id}/profile?tab=properties`);
    await saveOverTheirs(page, 'Locker key', 'First', put);
    await notice(page, 'Properties saved').waitFor();
    assert.equal((await setup.api('GET', address)).content.find((one) => one.id === id).value, 'First');
}));

test('Files that came with an application are downloaded', () => setup.as('ADMINISTRATOR', async (page) => {
    const resume = new File(['%PDF-1.7 Grace'], 'Lebenslauf für Grace.pdf', { type: 'application/pdf' });
    const { candidateId } = await setup.addErasureRequest(job, 'Grace', 'Murray', { resume, message: 'I cook.' });
    await page.open(`/candidates/${candidateId}/profile?tab=answers`);
    await page.getByText('Cover letter').waitFor();
    await picture(page, 'candidate-files');
    const link = page.getByRole('link', { name: 'Download: Lebenslauf für Grace.pdf' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.equal(download.suggestedFilename(), 'Lebenslauf für Grace.pdf');
    assert.equal(await readFile(await download.path(), 'utf8'), '%PDF-1.7 Grace');
    const [command] = await commandsIn(page, page.getByRole('listitem').filter({ has: link }));
    assert.deepEqual(await setup.curl(command), { 'Lebenslauf für Grace.pdf': '%PDF-1.7 Grace' });
    await setup.api('DELETE', `/candidates/${candidateId}`);
}));

test('A request for deletion is dismissed, and another one fulfilled', () => setup.as('ADMINISTRATOR', async (page) => {
    const kept = await setup.addErasureRequest(job, 'Emmy', 'Noether');
    const erased = await setup.addErasureRequest(job, 'Sofia', 'Kovalevskaya');
    const requests = async () => (await setup.api('GET', '/erasure-requests?limit=100')).content.map(({ lastName }) => lastName);
    await page.open('/settings/erasure-requests');
    await press(page, 'Actions for Emmy Noether');
    await page.getByRole('menuitem', { name: 'Dismiss the request' }).click();
    const question = page.getByRole('dialog', { name: 'Dismiss the request of Emmy Noether?' });
    await question.getByText('The data is kept.').waitFor();
    await press(question, 'Dismiss the request');
    await notice(page, 'The request of Emmy Noether was dismissed').waitFor();
    assert.deepEqual(await requests(), ['Kovalevskaya']);
    assert.equal((await setup.api('GET', `/candidates/${kept.candidateId}`)).lastName, 'Noether');

    await press(page, 'Actions for Sofia Kovalevskaya');
    await page.getByRole('menuitem', { name: 'Delete for good' }).click();
    await press(page.getByRole('dialog', { name: 'Delete Sofia Kovalevskaya?' }), 'Delete for good');
    await notice(page, 'Sofia Kovalevskaya was deleted').waitFor();
    await page.getByText('No requests').waitFor();
    assert.deepEqual(await requests(), []);
    await assert.rejects(setup.api('GET', `/candidates/${erased.candidateId}`), /40[14]/);
}));

test('What deletes a candidate or an application is shown as curl before it is done', () => setup.as('ADMINISTRATOR', async (page) => {
    const person = await setup.addApplicant(job, 'Radia', 'Perlman');
    const own = `/candidates/${person.id}`;
    const shown = (text) => page.getByRole('dialog').last().getByText(text).first().waitFor();
    await page.open(`${own}/profile`);
    await page.locator('main header').first().getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'as curl' }).click();
    await shown(`-X DELETE '${setup.address}${own}'`);
    await page.keyboard.press('Escape');

    await press(page.getByRole('region', { name: 'Head Chef' }), 'Move Radia Perlman');
    await page.getByRole('menuitem', { name: 'as curl' }).click();
    await shown(`-X PUT '${setup.address}${own}/jobs/${job.id}/status'`);
    await page.keyboard.press('Escape');

    await page.getByRole('region', { name: 'Head Chef' }).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete application' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'as curl' }).click();
    await shown(`-X DELETE '${setup.address}${own}/jobs/${job.id}'`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await setup.api('GET', own)).primaryAssignment.job.id, job.id, 'nothing was done');
}));

test('Keys change the source and the onboarding status, and add to another job', () => setup.as('ADMINISTRATOR', async (page) => {
    const person = await setup.addApplicant(job, 'Annie', 'Easley');
    await page.open(`/candidates/${person.id}/profile`);
    await page.getByRole('region', { name: 'Head Chef' }).waitFor();
    for (const [key, title] of [['s', 'Change the source'], ['b', 'Onboarding status']]) {
        await page.keyboard.press(key);
        await page.getByRole('dialog', { name: title }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('a');
    await heading(page, 'Add to a job').waitFor();
}));

test('Selected candidates: the tag and the request for consent as curl', () => setup.as('ADMINISTRATOR', async (page) => {
    const person = await setup.addApplicant(job, 'Frances', 'Allen');
    await page.open('/candidates?filter=frances%20allen');
    const row = page.getByRole('row', { name: /Frances Allen/ });
    await row.getByRole('checkbox').check();
    const bar = page.getByRole('toolbar', { name: '1 selected' });
    await bar.getByRole('button', { name: 'as curl' }).click();
    await page.getByRole('dialog').getByText('/candidates/consent-requests').first().waitFor();
    await page.keyboard.press('Escape');
    await press(bar, 'Request consent');
    await press(page.getByRole('dialog', { name: 'Request consent of Frances Allen?' }), 'Cancel');
    await page.keyboard.press('Shift+q');
    await press(page.getByRole('dialog', { name: 'Request consent of Frances Allen?' }), 'Cancel');
    await page.keyboard.press('Shift+t');
    await page.getByRole('dialog').getByRole('button', { name: 'as curl' }).click();
    await page.getByRole('dialog').last().getByText(`/candidates/${person.id}/tags`).first().waitFor();
}));
