// How the pages look: what can be measured is measured, the rest is kept as pictures in TEST_ARTIFACTS.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';

import { faultsOf } from './accessibility.mjs';
import { PASSWORD, Stage } from './stage.mjs';

const PICTURES = resolve(process.env.TEST_ARTIFACTS ?? join(dirname(process.env.CALLBOARD ?? '.'), 'browser-artifacts'));
const SIZES = {
    phone: { width: 390, height: 844 },
    desktop: { width: 1280, height: 800 },
    narrow: { width: 320, height: 640 },  // only measured
};

let stage;
let person;
let partner;
let suite;

before(async () => {
    stage = await Stage.set();
    person = await stage.addPerson();
    partner = await stage.addApplication('Partner Connect', 'user_me_read jobs_read');
    suite = await stage.addApplication(
        'Brightwell & Sons Recruiting Suite for Hospitality',
        'candidates_read candidates_manage jobs_read jobs_manage jobs_publications_manage messages_write reporting_read users_read');
    await mkdir(PICTURES, { recursive: true });
});
after(() => stage?.clear());

async function signIn(page, password) {
    await page.goto(`${stage.address}/identity/sign-in`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

async function changePassword(page, from) {
    await page.goto(`${stage.address}/identity/password`);
    await page.getByLabel('Present password').fill(from);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('.notice').waitFor();
}

async function connect(page, application) {
    await page.goto(stage.authorizeUrl(application, 's'));
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
}

// Every page in the order in which one person meets them: its name, and how to get there.
const WALK = [
    ['start', (page) => page.goto(stage.address)],
    ['sign-in', (page) => page.goto(`${stage.address}/identity/sign-in`)],
    ['sign-in-refused', async (page) => {
        await signIn(page, 'incorrect-horse-battery');
        await page.getByRole('alert').waitFor();
    }],
    ['broken-link', (page) => page.goto(`${stage.address}/identity/oauth/allow?client_id=nobody`)],
    ['applications-none', async (page) => {
        await signIn(page, PASSWORD);
        await page.getByText('No application is connected.').waitFor();
    }],
    ['consent', (page) => page.goto(stage.authorizeUrl(partner, 's'))],
    ['consent-long', (page) => page.goto(stage.authorizeUrl(suite, 's'))],
    ['applications', async (page) => {
        await connect(page, partner);
        await connect(page, suite);
        await page.goto(`${stage.address}/identity/applications`);
    }],
    ['password', (page) => page.goto(`${stage.address}/identity/password`)],
    ['password-refused', (page) => changePassword(page, 'incorrect-horse-battery')],
    ['password-changed', (page) => changePassword(page, PASSWORD)],
];

async function look(page, name, colorScheme, size) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(SIZES[size]);
    assert.deepEqual(await page.evaluate(faultsOf), [], `${size}, ${colorScheme}`);
    if (size === 'narrow') return;
    await page.screenshot({ path: join(PICTURES, `${name}-${size}-${colorScheme}.png`), fullPage: true, caret: 'initial' });
}

test('Every page can be read in every size and color', (t) => stage.visit(async (context) => {
    const page = await context.newPage();
    for (const [name, goThere] of WALK) {
        await t.test(name, async () => {
            await goThere(page);
            for (const colorScheme of ['light', 'dark']) {
                for (const size of Object.keys(SIZES)) await look(page, name, colorScheme, size);
            }
        });
    }
}, { expected: /status of (400|401|422)/ }));
