// Users and settings in the console.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { field, heading, notice, PEOPLE, picture, press, settled, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start({ words: ['--sandbox'] }); });  // mails can be read
after(() => setup?.stop());

async function mailTo(address) {
    return until(async () => (await setup.api('GET', '/sandbox/mails')).mails.find((mail) => mail.to === address && mail.link));
}

test('An administrator invites a user, who sets a password and signs in', () => setup.as('ADMINISTRATOR', async (page) => {
    const email = 'grace.hopper@harbourlane.example';
    await page.open('/settings/users/new');
    await heading(page, 'Invite a user').waitFor();
    await field(page, 'E-mail').fill(PEOPLE.STANDARD);  // belongs to somebody
    await field(page, 'First name').fill('Grace');
    await field(page, 'Last name').fill('Hopper');
    await field(page, 'Role').selectOption('EXTENDED');
    await press(page, 'Invite a user');
    await page.locator('.fault, [role=alert]').first().waitFor();
    await field(page, 'E-mail').fill(email);
    await picture(page, 'journey-invite');
    await press(page, 'Invite a user');
    await notice(page, `Invitation sent to ${email}`).waitFor();
    await picture(page, 'journey-invited');

    const { link } = await mailTo(email);
    await setup.as(null, async (theirs) => {
        await theirs.goto(link);
        await theirs.getByLabel('New password').fill('correct-horse-battery');
        await theirs.getByRole('button', { name: 'Set password' }).click();
        await setup.signIn(theirs, email, { password: 'correct-horse-battery' });
        await theirs.getByRole('button', { name: 'Your account: Grace Hopper' }).waitFor();
        await theirs.open('/jobs');
        await heading(theirs, 'Jobs').waitFor();
    });
    const { content: [user] } = await setup.api('GET', `/user-api/v201804/users?q=${encodeURIComponent(email)}`);
    assert.equal(user.active, true);
}, { expected: /status of (400|404|409|422)/ }));

test('A user is deactivated after a question, and activated again', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=carla');
    const active = async () => (await setup.api('GET', `/user-api/v201804/users/${user.id}`)).active;
    await page.open(`/settings/users/${user.id}`);
    await press(page, 'Deactivate');
    const dialog = page.getByRole('dialog', { name: /^Deactivate/ });
    await picture(page, 'deactivate-user');
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await notice(page, /is inactive/).waitFor();
    assert.equal(await active(), false);
    await press(page, 'Activate');
    await notice(page, /is active/).waitFor();
    assert.equal(await active(), true);
}, { expected: /status of 404/ }));  // the user has no picture

test('The audit log has what was done, by filter and as a file', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Audited');
    await page.open('/settings/audit');
    await heading(page, 'Audit log').waitFor();
    await settled(page);
    await page.getByRole('row', { name: /job/i }).nth(1).waitFor();
    await picture(page, 'audit-log');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as CSV' }).click()]);
    assert.match(download.suggestedFilename(), /^audit-log.*\.csv$/);
    assert.equal((await readFile(await download.path(), 'utf8')).includes(job.id), true);
}));

test('A department and an access group', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/departments');
    await heading(page, 'Departments').waitFor();
    await page.getByRole('button', { name: 'Create a department' }).first().click();
    await field(page, 'Name').fill('Rooftop garden');
    await page.getByRole('button', { name: /^(Create|Add|Create a department|Save)$/ }).last().click();
    await notice(page, 'Rooftop garden created').waitFor();
    const { content } = await setup.api('GET', '/configuration/departments');
    assert.equal(content.some(({ label }) => label === 'Rooftop garden'), true);
}));
