// The appearance of the HTML pages, in the order in which a user gets to them.
import { after, before, test } from 'node:test';

import { checkAppearance } from './appearance.mjs';
import { PASSWORD, Setup } from './setup.mjs';

let setup;
let person;
let partner;
let suite;

before(async () => {
    setup = await Setup.start();
    person = await setup.addPerson();
    partner = await setup.addApplication('Partner Connect', 'user_me_read jobs_read');
    suite = await setup.addApplication(
        'Brightwell & Sons Recruiting Suite for Hospitality',
        'candidates_read candidates_manage jobs_read jobs_manage jobs_publications_manage messages_write reporting_read users_read');
});
after(() => setup?.stop());

async function signIn(page, password) {
    await page.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fconnections`);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

async function changePassword(page, from) {
    await page.goto(`${setup.address}/identity/password`);
    await page.getByLabel('Current password').fill(from);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('.notice').waitFor();
}

async function connect(page, application) {
    await page.goto(setup.authorizeUrl(application, 's'));
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
}

// Every page in that order: its name, and how to get there.
const PAGES = [
    ['start', (page) => page.goto(setup.address)],
    ['sign-in', (page) => page.goto(`${setup.address}/identity/sign-in`)],
    ['sign-in-refused', async (page) => {
        await signIn(page, 'incorrect-horse-battery');
        await page.getByRole('alert').waitFor();
    }],
    ['broken-link', (page) => page.goto(`${setup.address}/identity/oauth/allow?client_id=nobody`)],
    ['applications-none', async (page) => {
        await signIn(page, PASSWORD);
        await page.getByText('No application is connected.').waitFor();
    }],
    ['consent', (page) => page.goto(setup.authorizeUrl(partner, 's'))],
    ['consent-long', (page) => page.goto(setup.authorizeUrl(suite, 's'))],
    ['applications', async (page) => {
        await connect(page, partner);
        await connect(page, suite);
        await page.goto(`${setup.address}/identity/connections`);
    }],
    ['password', (page) => page.goto(`${setup.address}/identity/password`)],
    ['password-refused', (page) => changePassword(page, 'incorrect-horse-battery')],
    ['password-changed', (page) => changePassword(page, PASSWORD)],
];

test('Every page can be read in every size and color', (t) => setup.visit(async (context) => {
    const page = await context.newPage();
    for (const [name, goThere] of PAGES) {
        await t.test(name, async () => {
            await goThere(page);
            await checkAppearance(page, name);
        });
    }
}, { expected: /status of (400|401|422)/ }));
