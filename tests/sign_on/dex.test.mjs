// Single sign-on of people with a browser, at Dex. Building Dex takes minutes: only with TEST_DEX.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

import { Setup } from '../browser/setup.mjs';
import { Dex, PASSWORD } from './dex.mjs';
import { callOptions, checkConnection, heading, picture, setConnection } from './support.mjs';

const TIME_BETWEEN_TRIES = 3_000;

const STRANGER = { id: 'stranger', email: 'stranger@acme.example', name: 'Charles Babbage' };
const NEWCOMER = { id: 'newcomer', email: 'grace@acme.example', name: 'Grace Brewster Hopper' };

describe('single sign-on at Dex', { skip: !process.env.TEST_DEX && 'TEST_DEX is not set' }, () => {
    let dex;
    let setup;
    let ada;
    let renamed;
    let moved;

    before(async () => {
        dex = await Dex.prepare();
        setup = await Setup.start(callOptions(dex), [dex.issuer]);
        ada = await known('ada');
        renamed = await known('renamed');
        moved = { ...renamed, email: 'a.king@elsewhere.example' };
        await dex.start(setup.address, 'acme', [ada, renamed, moved, STRANGER, NEWCOMER]);
        await setConnection(setup, dex, '--domains', 'acme.example');
    });
    after(async () => {
        await setup?.stop();
        await dex?.stop();
    });

    // Somebody with an account here and at Dex, which are not connected yet.
    async function known(id) {
        const { email } = await setup.addPerson('STANDARD');
        return { id, email, name: 'Ada Byron' };
    }

    // The certificate of Dex is not one that browsers know.
    const visit = (steps, expected) => setup.visit(steps, { ignoreHTTPSErrors: true, expected });

    async function signInAtDex(page, { email }) {
        await page.locator('input[name=login]').fill(email);
        await page.locator('input[name=password]').fill(PASSWORD);
        await picture(page, 'dex-provider');
        await page.getByRole('button', { name: 'Login' }).click();
        const consent = page.getByRole('button', { name: 'Grant Access' });
        await consent.waitFor();
        await picture(page, 'dex-consent');
        await consent.click();
        await page.waitForURL(`${setup.address}/**`);
    }

    async function signOn(page, person) {
        await page.goto(`${setup.address}/identity/sso/acme?to=%2Fidentity%2Fconnections`);
        await signInAtDex(page, person);
    }

    test('The discovery document is usable', async () => {
        const checked = await checkConnection(setup, dex);
        assert.deepEqual(checked, { issuer: dex.issuer, authorization_endpoint: `${dex.issuer}/auth`,
                                    token_endpoint: `${dex.issuer}/token`, jwks_uri: `${dex.issuer}/keys` });
    });

    test('A person signs in at Dex and comes back signed in, found by e-mail', () => visit(async (context) => {
        const page = await context.newPage();
        await page.goto(`${setup.address}/identity/sign-in?to=${encodeURIComponent('/identity/security')}`);
        await page.getByRole('link', { name: 'Single sign-on' }).click();
        await page.getByLabel('E-mail at your company').fill(ada.email);
        await page.getByRole('button', { name: 'Continue' }).click();
        await signInAtDex(page, ada);
        await heading(page, 'Security');
        await page.getByText(`Signed in as ${ada.email}`).waitFor();
        await picture(page, 'dex-signed-in');
    }));

    test('The second time, the person is found by the identifier, whatever the e-mail is now', () => visit(async (context) => {
        const page = await context.newPage();
        await signOn(page, renamed);
        await heading(page, 'Connected applications');
        await context.clearCookies();
        await signOn(page, moved);
        await heading(page, 'Connected applications');
        await page.getByText(`Signed in as ${renamed.email}`).waitFor();
    }));

    test('Somebody who is not known is refused without a rule', () => visit(async (context) => {
        const page = await context.newPage();
        await signOn(page, STRANGER);
        await heading(page, 'You cannot sign on');
        await picture(page, 'dex-refused');
        await page.goto(`${setup.address}/identity/connections`);
        await heading(page, 'Sign in');
    }, /status of 403/));

    test('Somebody new gets an account by rule, with the name that Dex sends', () => visit(async (context) => {
        await setConnection(setup, dex, '--create-users', 'EMPLOYEE');
        const page = await context.newPage();
        await signOn(page, NEWCOMER);
        await heading(page, 'Connected applications');
        await page.getByText(`Signed in as ${NEWCOMER.email}`).waitFor();
        const { items } = await setup.command('user', 'list', '--company', 'acme');
        const created = items.find((each) => each.email === NEWCOMER.email);
        assert.deepEqual([created.name, created.role, created.active], [NEWCOMER.name, 'EMPLOYEE', true]);
    }));

    test('Signing out ends the session here: this version of Dex has no logout', () => visit(async (context) => {
        const page = await context.newPage();
        await signOn(page, ada);
        await heading(page, 'Connected applications');
        await page.getByRole('button', { name: 'Sign out' }).click();
        await heading(page, 'Sign in');
        await picture(page, 'dex-signed-out');
        await page.goto(`${setup.address}/identity/connections`);
        await heading(page, 'Sign in');
    }));

    // The server reads keys once a minute at most. Until then it refuses tokens of a key that it does not know.
    test('A new key of Dex is read', { timeout: 180_000 }, () => visit(async (context) => {
        const page = await context.newPage();
        const title = page.getByRole('heading', { level: 1 });
        await dex.restart();
        await signOn(page, ada);
        while (await title.textContent() === 'You were not signed on') {
            await setTimeout(TIME_BETWEEN_TRIES);
            await signOn(page, ada);
        }
        assert.equal(await title.textContent(), 'Connected applications');
    }, /status of 403/));
});
