// Single sign-on of people with a browser, at a provider that others have written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Setup } from '../browser/setup.mjs';
import { RealProvider } from './provider.mjs';
import { callOptions, checkConnection, heading, picture, setConnection } from './support.mjs';

let provider;
let setup;

before(async () => {
    provider = await RealProvider.start();
    setup = await Setup.start(callOptions(provider), [provider.issuer]);
    provider.serve(setup.address, 'acme');
    await setConnection(setup, provider, '--domains', 'acme.example');
});
after(async () => {
    await setup?.stop();
    await provider?.stop();
});

// The pages of the provider load a font from elsewhere, and its certificate is not one that browsers know.
function visit(steps, expected = /$^/, options = {}) {
    return setup.visit(steps, { ignoreHTTPSErrors: true, ...options,
                                expected: new RegExp(`fonts\\.googleapis|favicon|${expected.source}`) });
}

async function signInAtProvider(page, name) {
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await picture(page, 'provider');
    await page.locator('button[type=submit]').first().click();
    await page.locator('button[type=submit]', { hasText: 'Continue' }).click();  // consent
}

let people = 0;
async function person(claims) {
    const name = `person-${++people}`;
    provider.people[name] = claims;
    return name;
}

test('The discovery document of the provider is usable', async () => {
    const checked = await checkConnection(setup, provider);
    assert.equal(checked.issuer, provider.issuer);
});

test('A person follows the link on the sign-in page and comes back signed in', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    const name = await person({ email, email_verified: true });
    await page.goto(`${setup.address}/identity/sign-in?to=${encodeURIComponent('/identity/security')}`);
    await page.getByRole('link', { name: 'Single sign-on' }).click();
    await picture(page, 'email');
    await page.getByLabel('E-mail at your company').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await signInAtProvider(page, name);
    await heading(page, 'Security');
    await page.getByText(`Signed in as ${email}`).waitFor();
    await picture(page, 'signed-in');
}));

test('The second time, the provider knows the person and asks nothing', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    const name = await person({ email, email_verified: true });
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, name);
    await heading(page, 'Connected applications');
    provider.people[name] = {};  // no e-mail any more: found by the identifier
    await context.clearCookies({ domain: '127.0.0.1', name: 'callboard_session' });
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await heading(page, 'Connected applications');
    await page.getByText(`Signed in as ${email}`).waitFor();
}));

test('An e-mail that the provider has not verified opens no account', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, await person({ email, email_verified: false }));
    await heading(page, 'You cannot sign on');
    await picture(page, 'refused');
    await page.goto(`${setup.address}/identity/connections`);
    await heading(page, 'Sign in');
}, /status of 403/));

test('Somebody new gets an account by rule', () => visit(async (context) => {
    await setConnection(setup, provider, '--create-users', 'EMPLOYEE');
    const page = await context.newPage();
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, await person({ email: 'grace@acme.example', email_verified: true, given_name: 'Grace',
                                                family_name: 'Hopper' }));
    await heading(page, 'Connected applications');
    await page.getByText('Signed in as grace@acme.example').waitFor();
    const { items } = await setup.command('user', 'list', '--company', 'acme');
    const grace = items.find((each) => each.email === 'grace@acme.example');
    assert.deepEqual([grace.name, grace.role, grace.active], ['Grace Hopper', 'EMPLOYEE', true]);
}));

test('Signing out ends the session here and at the provider, without a question', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, await person({ email, email_verified: true }));
    await heading(page, 'Connected applications');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.goto(`${setup.address}/identity/connections`);
    await heading(page, 'Sign in');
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await page.locator('input[name=login]').waitFor();  // the provider does not know the person any more
}, undefined, { javaScriptEnabled: true }));

test('Somebody who is signed in is asked first', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, await person({ email, email_verified: true }));
    await heading(page, 'Connected applications');
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await page.getByText('Continue to sign on at').waitFor();
    await picture(page, 'confirm');
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Connected applications');
}));

test('A callback that was seen elsewhere does not sign anybody in', () => visit(async (context) => {
    const page = await context.newPage();
    const { email } = await setup.addPerson('STANDARD');
    let callback;
    page.on('request', (request) => {
        if (request.url().includes('/identity/sso/acme/callback')) callback = request.url();
    });
    await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
    await signInAtProvider(page, await person({ email, email_verified: true }));
    await heading(page, 'Connected applications');
    await page.goto(callback);
    await heading(page, 'This sign-on is no longer valid');
    const stranger = await fetch(callback, { redirect: 'manual' });
    assert.equal(stranger.status, 400);
}, /status of 400/));
