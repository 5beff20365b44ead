// Invitations, lost passwords, second factors and sessions in a browser, with a real mail server.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';

import { checkAppearance } from './appearance.mjs';
import { codeOf } from '../support/one_time_password.mjs';
import { Mailbox } from './mailbox.mjs';
import { PASSWORD, Setup } from './setup.mjs';

const NEW_PASSWORD = 'staple-battery-horse';

let setup;
let mailbox;
let key;

async function freePort() {
    const server = createServer();
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    return port;
}

before(async () => {
    const port = await freePort();
    mailbox = await Mailbox.start(port);
    setup = await Setup.start(['--smtp-url', `smtp://127.0.0.1:${port}`]);
    await setup.addPerson();
    ({ api_key: key } = await setup.command('credential', 'create', '--company', 'acme', '--kind', 'api-key'));
});
after(async () => {
    await setup?.stop();
    mailbox?.stop();
});

function heading(page, text) {
    return page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
}

function press(page, name) {
    return page.getByRole('button', { name }).click();
}

async function signIn(page, person) {
    await page.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fconnections`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await press(page, 'Sign in');
}

async function setPassword(page, password) {
    await page.getByLabel('New password').fill(password);
    await press(page, 'Set password');
}

async function call(method, path, body) {
    const answer = await fetch(setup.address + path, {
        method, headers: { 'X-SmartToken': key, 'Content-Type': 'application/json' }, body: body && JSON.stringify(body),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer.status === 204 ? null : answer.json();
}

test('A person who is invited chooses a password and signs in', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const email = 'grace@acme.example';
    const user = await call('POST', '/user-api/v201804/users',
                            { email, firstName: 'Grace', lastName: 'Hopper', systemRole: { id: 'STANDARD' } });
    await call('POST', `/user-api/v201804/users/${user.id}/activation-email`);
    const link = await mailbox.link(email);

    await page.goto(link);
    await heading(page, 'Set a password for your account');
    await checkAppearance(page, 'invitation');
    await setPassword(page, 'too short'.padEnd(12, '!'));
    await heading(page, 'Sign in');
    await signIn(page, { email, password: 'too short'.padEnd(12, '!') });
    await heading(page, 'Connected applications');
    assert.equal((await call('GET', `/user-api/v201804/users/${user.id}`)).active, true);

    await page.goto(link);
    await heading(page, 'This link does not work any more');
    await checkAppearance(page, 'link-void');
}, { expected: /status of 410/ }));

test('A person who lost the password gets a link, and other sessions end', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    await signIn(page, person);
    await heading(page, 'Connected applications');

    const elsewhere = await (await context.browser().newContext({ javaScriptEnabled: false })).newPage();
    await elsewhere.goto(`${setup.address}/identity/sign-in`);
    await elsewhere.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(elsewhere, 'Forgot your password?');
    await checkAppearance(elsewhere, 'forgot');
    for (const email of ['nobody@acme.example', person.email]) {
        await elsewhere.getByLabel('E-mail').fill(email);
        await press(elsewhere, 'Send a link');
        await elsewhere.getByText('If there is an account with this address').waitFor();
    }
    await checkAppearance(elsewhere, 'forgot-sent');
    await elsewhere.goto(await mailbox.link(person.email));
    await heading(elsewhere, 'Set a new password');
    await checkAppearance(elsewhere, 'new-password');
    await setPassword(elsewhere, NEW_PASSWORD);
    await heading(elsewhere, 'Sign in');
    await elsewhere.context().close();

    await page.reload();
    await heading(page, 'Sign in');
    await signIn(page, { ...person, password: NEW_PASSWORD });
    await heading(page, 'Connected applications');
}));

test('A person turns on the second factor, and signs in with codes of the application and for recovery', () =>
    setup.visit(async (context) => {
        const page = await context.newPage();
        const person = await setup.addPerson();
        await signIn(page, person);
        await page.getByRole('link', { name: 'Security' }).click();
        await page.getByLabel('Your password').fill(person.password);
        await press(page, 'Set up an authenticator application');
        const secret = await page.locator('code.key').innerText();
        await checkAppearance(page, 'second-factor-key');
        await page.getByLabel('Code that the application shows').fill(codeOf(secret, -1));
        await press(page, 'Confirm');
        await heading(page, 'Your recovery codes');
        await checkAppearance(page, 'recovery-codes');
        const recovery = (await page.locator('ul.codes li').first().innerText()).trim();
        await page.getByRole('link', { name: 'Continue' }).click();
        await page.getByText('On: sign-in asks for a code').waitFor();
        await checkAppearance(page, 'security-second-factor');
        await press(page, 'Sign out everywhere else');

        const askForCode = async () => {
            await context.clearCookies();
            await signIn(page, person);
            await heading(page, 'Second step');
        };
        const enter = async (code) => {
            await askForCode();
            await page.getByLabel('Code of your authenticator application').fill(code);
            await press(page, 'Continue');
        };
        await askForCode();
        await checkAppearance(page, 'second-factor');
        await enter(codeOf(secret));
        await heading(page, 'Connected applications');
        await enter(codeOf(secret));
        await page.getByRole('alert').waitFor();  // a code works once
        await enter(recovery);
        await heading(page, 'Connected applications');
    }, { expected: /status of 4(01|22)/ }));

test('An administrator requires the second factor, and a person without one is led to it at sign-in', () =>
    setup.visit(async (context) => {
        await setup.command('company', 'add', '--name', 'Strict Corp', '--identifier', 'strict');
        const [boss, person] = ['ADMINISTRATOR', 'STANDARD'].map(
            (role) => ({ role, email: `${role.toLowerCase()}@strict.example`, password: PASSWORD }));
        for (const { role, email } of [boss, person])
            await setup.command('user', 'add', '--company', 'strict', '--email', email, '--first-name', 'Ada', '--last-name',
                                'Byron', '--role', role, '--password-stdin');
        const page = await context.newPage();
        await signIn(page, boss);
        await page.getByRole('link', { name: 'Security' }).click();
        await press(page, 'Require it from everybody');
        await page.getByText('Your company requires a second step from everybody.').waitFor();
        await checkAppearance(page, 'second-factor-required');
        await context.clearCookies();

        await signIn(page, person);
        await heading(page, 'Second step');
        await page.getByText('Your company requires a second step at sign-in').waitFor();
        await checkAppearance(page, 'second-factor-offer');
        await page.goto(`${setup.address}/identity/connections`);
        await heading(page, 'Sign in');  // there is no way around it
        await signIn(page, person);
        await press(page, 'Set up an authenticator application');
        const secret = await page.locator('code.key').innerText();
        await page.getByLabel('Code that the application shows').fill('000000');
        await press(page, 'Confirm');
        await page.getByText('Wrong code.').waitFor();
        await page.getByLabel('Code that the application shows').fill(codeOf(secret, -1));
        await press(page, 'Confirm');
        await heading(page, 'Your recovery codes');
        await page.getByRole('link', { name: 'Continue' }).click();
        await heading(page, 'Connected applications');

        await context.clearCookies();
        await signIn(page, person);
        await heading(page, 'Second step');
        await page.getByLabel('Code of your authenticator application').fill(codeOf(secret));
        await press(page, 'Continue');
        await heading(page, 'Connected applications');
    }, { expected: /status of 422/ }));

test('A person sees the sessions and ends one', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    await signIn(page, person);
    const other = await (await context.browser().newContext({ javaScriptEnabled: false })).newPage();
    await signIn(other, person);
    await heading(other, 'Connected applications');

    await page.goto(`${setup.address}/identity/security`);
    assert.equal(await page.locator('section.connection').count(), 2);
    await checkAppearance(page, 'security');
    await page.locator('section.connection').getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Security');
    assert.equal(await page.locator('section.connection').count(), 1);
    await other.reload();
    await heading(other, 'Sign in');
    await other.context().close();
}));
