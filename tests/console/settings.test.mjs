// Users and settings in the console.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { codeOf } from '../support/one_time_password.mjs';
import { commandsIn, faultOf, field, heading, notice, PEOPLE, picture, press, settled, Setup, until } from './setup.mjs';

const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let setup;

before(async () => { setup = await Setup.start({ words: ['--sandbox'] }); });  // mails can be read
after(() => setup?.stop());

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
    const commands = await commandsIn(page, page.locator('form'));
    assert.match(commands.at(0), /-X POST '.*\/users'[^]*grace\.hopper/);
    assert.match(commands.at(-1), /-X POST '.*\/users\/USER_ID\/activation-email'/);
    await press(page, 'Invite a user');
    await notice(page, `Invitation sent to ${email}`).waitFor();
    await picture(page, 'journey-invited');

    const { link } = await setup.mailTo(email);
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

test('The link to reset a password is mailed after a question', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=jonas');
    const sent = [];
    page.on('request', (request) => { if (request.url().endsWith('/reset-password')) sent.push(request.method()); });
    await page.open(`/settings/users/${user.id}`);
    await page.getByRole('button', { name: 'Reset the password' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: `Send a link to reset the password to ${user.email}?` });
    await press(dialog, 'Cancel');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(sent, []);
    await page.keyboard.press('r');
    await press(dialog, 'Send the mail');
    await notice(page, `Mail sent to ${user.email}`).waitFor();
    assert.deepEqual(sent, ['POST']);
}, { expected: /status of 404/ }));  // the user has no picture

test('A second factor is required, seen, and reset for a user who lost it', () => setup.as('ADMINISTRATOR', async (page) => {
    const policy = () => setup.api('GET', '/configuration/second-factor');
    await page.open('/settings/single-sign-on');
    await heading(page, 'Sign-in').waitFor();
    await page.getByRole('switch', { name: /^Require a second factor/ }).check();
    await notice(page, 'A second factor is required').waitFor();
    assert.equal((await policy()).required, true);
    await notice(page, 'A second factor is required').getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Users may sign in without').waitFor();
    assert.equal((await policy()).required, false);

    const email = PEOPLE.EXTENDED;
    const { content: [user] } = await setup.api('GET', `/user-api/v201804/users?q=${encodeURIComponent(email)}`);
    await setup.as(email, async (theirs) => {
        await theirs.goto(`${setup.address}/identity/security`);
        await theirs.getByLabel('Your password').fill(setup.password);
        await theirs.getByRole('button', { name: 'Set up an authenticator application' }).click();
        await theirs.getByLabel('Code that the application shows').fill(codeOf(await theirs.locator('code.key').innerText()));
        await theirs.getByRole('button', { name: 'Confirm' }).click();
        await theirs.getByRole('heading', { name: 'Your recovery codes' }).waitFor();

        await page.open(`/settings/users/${user.id}`);
        await press(page, 'Reset the second factor');
        const dialog = page.getByRole('dialog', { name: /^Reset the second factor of/ });
        await dialog.getByRole('button', { name: 'as curl' }).click();
        await page.getByText(`/user-api/v201804/users/${user.id}/second-factor`).first().waitFor();
        await page.keyboard.press('Escape');
        await dialog.getByRole('button', { name: 'Reset the second factor' }).click();
        await notice(page, /^The second factor of .* is removed/).waitFor();
        await page.getByText('Not set up').first().waitFor();
        await theirs.goto(`${setup.address}/identity/security`);
        await theirs.waitForURL((url) => url.pathname === '/identity/sign-in');
    });
    assert.equal((await setup.api('GET', `/user-api/v201804/users/${user.id}`)).secondFactor, false);
}, { expected: /status of 404/ }));  // the user has no picture

test('The audit log has what was done, by filter and as a file', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Audited');
    await page.open('/settings/audit');
    await heading(page, 'Audit log').waitFor();
    await settled(page);
    await page.getByRole('row', { name: /job/i }).nth(1).waitFor();
    await picture(page, 'audit-log');
    await page.keyboard.press('Shift+e');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export as CSV' }).click()]);
    assert.match(download.suggestedFilename(), /^audit-log.*\.csv$/);
    assert.equal((await readFile(await download.path(), 'utf8')).includes(job.id), true);
}));

test('A department is created', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/settings/departments');
    await heading(page, 'Departments').waitFor();
    await page.getByRole('button', { name: 'Create a department' }).first().click();
    await field(page, 'Name').fill('Rooftop garden');
    await page.getByRole('button', { name: /^(Create|Add|Create a department|Save)$/ }).last().click();
    await notice(page, 'Rooftop garden created').waitFor();
    const { content } = await setup.api('GET', '/configuration/departments');
    assert.equal(content.some(({ label }) => label === 'Rooftop garden'), true);
}));

test('An access group is created, and a user joins it and leaves it', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=priya');
    const isMember = async () => ((await setup.api('GET', `/user-api/v201804/users/${user.id}`)).accessGroups ?? []).some(({ name }) => name === 'Rooftop kitchens');
    await page.open('/settings/groups');
    await page.getByRole('button', { name: 'Create an access group' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create an access group' });
    await field(dialog, 'Name').fill('Rooftop kitchens');
    await press(dialog, 'Create');
    await notice(page, 'Rooftop kitchens created').waitFor();
    const detail = page.getByRole('region', { name: 'Access group' });
    await detail.getByText('Nobody is in this group.').waitFor();

    await detail.getByLabel('Name or e-mail').fill('priya');
    await press(detail.getByRole('listitem').filter({ hasText: PEOPLE.STANDARD }), 'Add');
    await notice(page, 'Priya Raman added to Rooftop kitchens').waitFor();
    assert.equal(await isMember(), true);
    await detail.getByRole('list', { name: 'Members' }).getByText('Priya Raman').waitFor();
    await picture(page, 'access-group');
    await press(detail, 'Remove Priya Raman');
    await notice(page, 'Priya Raman removed from Rooftop kitchens').waitFor();
    await detail.getByText('Nobody is in this group.').waitFor();
    assert.equal(await isMember(), false);
}));

test('Single sign-on is set, changed without its secret, and removed', () => setup.as('ADMINISTRATOR', async (page) => {
    const address = '/configuration/sso';
    const open = async () => {
        await page.open('/settings/single-sign-on');
        await field(page, 'Issuer').waitFor();
    };
    await open();
    await page.getByText('The company has no single sign-on').waitFor();
    await field(page, 'Issuer').fill('http://login.example.com');
    await field(page, 'Client id').fill('callboard');
    await field(page, 'Client secret').fill('a-secret-of-the-provider');
    await press(page, 'Save');
    await page.locator('[aria-invalid=true]').waitFor();
    assert.notEqual(await faultOf(page, 'Issuer'), null);  // only https
    await field(page, 'Issuer').fill('https://login.example.com');
    await press(page, 'Save');
    await notice(page, 'Single sign-on saved').waitFor();
    await page.getByText(`${setup.address}/identity/sso/harbourlane/callback`).first().waitFor();
    await picture(page, 'single-sign-on');
    assert.equal((await setup.api('GET', address)).issuer, 'https://login.example.com');

    await open();
    assert.equal(await field(page, 'Client secret').inputValue(), '');  // write-only
    await field(page, 'Required claim').fill('tid=harbourlane');
    await press(page, 'Save');
    await notice(page, 'Single sign-on saved').waitFor();
    assert.equal((await setup.api('GET', address)).requiredClaim, 'tid=harbourlane');

    await page.keyboard.press('Escape');  // out of the field
    await page.keyboard.press('Shift+d');
    await press(page.getByRole('dialog', { name: 'Remove single sign-on?' }), 'Remove single sign-on');
    await notice(page, 'Single sign-on removed').waitFor();
    await assert.rejects(setup.api('GET', address), /404/);
}, { expected: /status of (404|422)/ }));
test('Two administrators change one user, one department: the second one sees what the first has changed', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=carla');
    const address = `/user-api/v201804/users/${user.id}`;
    await page.open(`/settings/users/${user.id}`);
    await press(page, 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit user' });
    await field(form, 'Last name').fill('Nunes-Prado');
    await field(form, 'External data').fill('HR-7');
    await setup.api('PATCH', address, [{ op: 'replace', path: '/lastName', value: 'Pereira' }, { op: 'replace', path: '/firstName', value: 'Clara' }]);
    await press(form, 'Save');
    const conflict = form.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await conflict.getByRole('row', { name: /Last name.*Pereira.*Nunes-Prado/ }).waitFor();
    await picture(page, 'conflict-user');
    await conflict.getByRole('button', { name: 'Save mine' }).click();
    await notice(page, 'User saved').waitFor();
    const saved = await setup.api('GET', address);
    assert.deepEqual([saved.firstName, saved.lastName, saved.externalData], ['Clara', 'Nunes-Prado', 'HR-7'], 'what I did not touch is theirs');

    const department = await setup.api('POST', '/configuration/departments', { label: 'Larder' });
    await page.open('/settings/departments');
    await page.getByRole('button', { name: 'Edit Larder' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Larder' });
    await field(dialog, 'Description').fill('Mine');
    await setup.api('PATCH', `/configuration/departments/${department.id}`, { description: 'Theirs' });
    await press(dialog, 'Save');
    await dialog.getByRole('row', { name: /Description.*Theirs.*Mine/ }).waitFor();
    await dialog.getByRole('button', { name: /^Discard mine/ }).click();
    assert.equal(await field(dialog, 'Description').inputValue(), 'Theirs');
}, { expected: /status of (404|409)/ }));

test('The palette has what can be done on the screen, with its keys', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', '/user-api/v201804/users?q=jonas');
    await page.open(`/settings/users/${user.id}`);
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search or run a command' });
    await page.getByRole('option', { name: /^Deactivate\s*Shift\+d$/ }).waitFor();
    await picture(page, 'palette-actions');
    await search.fill('deactivate');
    await search.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Deactivate/ });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+d');  // the same by its key
    await dialog.waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    assert.equal(await page.getByRole('option', { name: /^Deactivate/ }).count(), 0);  // the screen is behind the dialog
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await setup.api('GET', `/user-api/v201804/users/${user.id}`)).active, true);
}, { expected: /status of 404/ }));

test('The own name follows what another administrator has changed, until something is typed', () => setup.as('ADMINISTRATOR', async (page) => {
    const { content: [user] } = await setup.api('GET', `/user-api/v201804/users?q=${encodeURIComponent(PEOPLE.ADMINISTRATOR)}`);
    const change = (path, value) => setup.api('PATCH', `/user-api/v201804/users/${user.id}`, [{ op: 'replace', path, value }]);
    const typed = (label) => field(page, label).inputValue();
    await page.open('/settings/profile');
    await field(page, 'Last name').waitFor();
    assert.equal(await typed('Last name'), 'Okafor');
    await change('/lastName', 'Okafor-Lane');
    await page.getByLabel('Upload a picture').setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: PICTURE });  // loads the user again
    await notice(page, 'Picture saved').waitFor();
    await until(async () => await typed('Last name') === 'Okafor-Lane');

    await field(page, 'First name').fill('Inès');
    await change('/lastName', 'Okafor');
    await press(page, 'Remove');
    await notice(page, 'Picture removed').waitFor();
    await page.getByRole('definition').filter({ hasText: /^Ines Okafor$/ }).waitFor();
    assert.deepEqual([await typed('First name'), await typed('Last name')], ['Inès', 'Okafor-Lane']);
    await press(page, 'Save');
    await page.getByRole('definition').filter({ hasText: /^Inès Okafor$/ }).waitFor();
    await until(async () => await typed('Last name') === 'Okafor');
    await change('/firstName', 'Ines');
}, { expected: /status of 404/ }));  // the user has no picture
