// Candidates in the console: one of many is found and changed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { field, heading, notice, picture, press, Setup, until } from './setup.mjs';

let setup;
let job;

before(async () => {
    setup = await Setup.start();
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
