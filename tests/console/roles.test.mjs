// What each role sees and may do.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { card, heading, PEOPLE, picture, press, Setup, until } from './setup.mjs';

let setup;
let own;
let foreign;
let person;

before(async () => {
    setup = await Setup.start();
    own = await setup.addJob('Own job', { team: [['RECRUITER', PEOPLE.STANDARD], ['HIRING_MANAGER', PEOPLE.RESTRICTED]] });
    foreign = await setup.addJob('Job of others');
    person = await setup.addApplicant(own, 'Grace', 'Hopper');
    await setup.addApplicant(foreign, 'Ada', 'Lovelace');
});
after(() => setup?.stop());

async function navigation(page) {
    const links = page.getByRole('navigation', { name: 'Navigation' }).getByRole('listitem');
    await links.first().waitFor();
    return links.allInnerTexts();
}

test('Without a session, the console leads to sign-in and back to the page that was asked for', () => setup.as(null, async (page) => {
    await page.open(`/jobs/${own.id}?tab=team`);
    await page.getByLabel('E-mail').fill(PEOPLE.ADMINISTRATOR);
    await page.getByLabel('Password').fill(setup.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Own job').waitFor();
    assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Hiring team');
}));

test('The start page leads to the console', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.goto(setup.address);
    await page.waitForURL((url) => url.pathname.startsWith('/console'));
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
}));

test('An administrator sees all', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/');
    const seen = (await navigation(page)).join(' ');
    for (const name of ['Today', 'Jobs', 'Candidates', 'Offers', 'Reports', 'Developers', 'Settings']) assert.match(seen, new RegExp(name));
}));

for (const role of ['STANDARD', 'RESTRICTED']) {
    test(`${role} sees the own jobs only, and no administration`, () => setup.as(role, async (page) => {
        await page.open('/jobs');
        await page.getByRole('row', { name: /Own job/ }).waitFor();
        assert.equal(await page.getByText('Job of others').count(), 0);
        const seen = (await navigation(page)).join(' ');
        assert.doesNotMatch(seen, /Developers|Audit/);
        await page.open(`/jobs/${foreign.id}`);
        await page.getByText(/Not found|You do not have access/).first().waitFor();
        await page.open('/candidates?filter=lovelace');
        await page.getByText('No candidate matches').waitFor();
        for (const path of ['/developers/webhooks', '/settings/audit', '/reports/new']) {
            await page.open(path);
            await page.getByText(/Not found|You do not have access/).first().waitFor();
        }
    }, { expected: /status of (401|403|404)/ }));
}

test('A hiring manager looks at the pipeline and cannot move anybody', () => setup.as('RESTRICTED', async (page) => {
    await page.open(`/jobs/${own.id}/pipeline`);
    await card(page, 'Grace Hopper', 'New').waitFor();
    await picture(page, 'role-hiring-manager');
    await card(page, 'Grace Hopper').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('r');
    await page.keyboard.press('Shift+l');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('link', { name: 'Jobs' }).first().click();
    await heading(page, 'Jobs').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Create job' }).count(), 0);
    assert.equal(await setup.statusOf(person, own), 'NEW');
}));

test('An employee has a profile and nothing else', () => setup.as('EMPLOYEE', async (page) => {
    await page.open('/');
    const seen = (await navigation(page)).join(' ');
    assert.doesNotMatch(seen, /Jobs|Candidates|Offers|Reports|Developers/);
    await picture(page, 'role-employee');
    await page.open('/jobs');
    await page.getByText('You do not have access').waitFor();
}, { expected: /status of (401|403)/ }));

test('On Today, a recruiter of some jobs reviews, moves and rejects the applicants of these', () => setup.as('STANDARD', async (page) => {
    const job = await setup.addJob('Tea master', { team: [['RECRUITER', PEOPLE.STANDARD]] });
    const people = [];
    for (const name of ['A', 'B', 'C']) people.push(await setup.addApplicant(job, 'Tea', `Drinker${name}`));
    await page.open('/');
    const fresh = page.getByRole('region', { name: 'New applicants' });
    const row = (name) => fresh.getByRole('listitem').filter({ hasText: `Tea Drinker${name}` });
    await row('C').waitFor();
    assert.equal(await fresh.getByText('Ada Lovelace').count(), 0);  // of another job
    await press(row('A'), 'Start review');
    await row('A').waitFor({ state: 'detached' });
    await until(async () => await setup.statusOf(people[0], job) === 'IN_REVIEW');
    await press(row('B'), 'Move Tea DrinkerB');
    await page.getByRole('menuitemradio', { name: 'Interview', exact: true }).click();
    await row('B').waitFor({ state: 'detached' });
    await until(async () => await setup.statusOf(people[1], job) === 'INTERVIEW');
    await press(row('C'), 'Reject …');
    await page.getByRole('dialog', { name: 'Reject Tea DrinkerC' }).getByRole('button', { name: 'Reject', exact: true }).click();
    await row('C').waitFor({ state: 'detached' });
    await until(async () => await setup.statusOf(people[2], job) === 'REJECTED');
    await picture(page, 'role-recruiter-today');

    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Tea DrinkerA', 'In review').focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Hired', exact: true }).click();
    await until(async () => await setup.statusOf(people[0], job) === 'HIRED');
}));

test('On Today, all applications that have not moved are shown, ten at first', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.open('/?days=3');
    const waiting = page.getByRole('region', { name: 'Not moved' });
    const rows = waiting.getByRole('listitem');
    const total = Number(await waiting.locator('.count').innerText());
    assert.ok(total > 10, `${total} applications`);
    assert.equal(await rows.count(), 10);
    const first = await rows.first().innerText();
    await press(waiting, `Show more (${total - 10})`);
    await until(async () => await rows.count() === Math.min(total, 100));
    assert.equal(await rows.first().innerText(), first);
    if (total > 100) {
        await press(waiting, `Show more (${total - 100})`);
        await until(async () => await rows.count() === Math.min(total, 200));
    }
}));
