// How the pages for people look, in the order in which one person meets them.
import { after, before, test } from 'node:test';

import { look } from './look.mjs';
import { PASSWORD, Stage } from './stage.mjs';

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
    await page.getByLabel('Current password').fill(from);
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

test('Every page can be read in every size and color', (t) => stage.visit(async (context) => {
    const page = await context.newPage();
    for (const [name, goThere] of WALK) {
        await t.test(name, async () => {
            await goThere(page);
            await look(page, name);
        });
    }
}, { expected: /status of (400|401|422)/ }));
