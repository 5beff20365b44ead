// The pipeline of a job: live applications, moves by mouse and by keyboard, many at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { card, column, notice, picture, press, Setup, until } from './setup.mjs';

let setup;

before(async () => { setup = await Setup.start(); });
after(() => setup?.stop());

async function countOf(page, title) {
    return Number(await column(page, title).locator('.count').innerText());
}

// A job with so many applicants, whose last names are their numbers.
async function jobWith(title, count) {
    const job = await setup.addJob(title);
    const people = [];
    for (let i = 0; i < count; ++i) people.push(await setup.addApplicant(job, 'Robin', `Number${String.fromCharCode(65 + i)}`));
    return { job, people };
}

test('An application arrives in the open pipeline without a reload', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Line Cook');
    const stream = page.waitForResponse((response) => response.url().includes('/events/stream'));
    await page.open(`/jobs/${job.id}/pipeline`);
    await page.getByText('Nobody has applied yet').waitFor();
    await stream;

    await setup.addApplicant(job, 'Grace', 'Hopper');
    await card(page, 'Grace Hopper', 'New').waitFor();
    const second = await setup.addApplicant(job, 'Ada', 'Lovelace');
    await card(page, 'Ada Lovelace', 'New').waitFor();
    assert.equal(await countOf(page, 'New'), 2);

    await setup.move(second, job, 'IN_REVIEW');
    await card(page, 'Ada Lovelace', 'In review').waitFor();
    await until(async () => await countOf(page, 'New') === 1);
    await picture(page, 'journey-live');
}));

test('A candidate is dragged to Hired', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Porter', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA', 'New').hover();
    await page.mouse.down();
    const hired = await column(page, 'Hired').elementHandle();
    const { x, y } = await card(page, 'Robin NumberB').boundingBox();
    await page.mouse.move(x + 20, y + 20, { steps: 4 });
    await page.mouse.move(page.viewportSize().width - 20, y + 40, { steps: 12 });  // at the edge the board scrolls
    await page.waitForFunction((element) => element.getBoundingClientRect().right <= innerWidth, hired);
    const target = await hired.boundingBox();
    await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 8 });
    await picture(page, 'journey-drag');
    await page.mouse.up();
    await card(page, 'Robin NumberA', 'Hired').waitFor();
    await notice(page, 'Robin NumberA moved to Hired').waitFor();
    assert.equal(await setup.statusOf(person, job), 'HIRED');
    assert.equal(await countOf(page, 'Hired'), 1);
    assert.equal(await countOf(page, 'New'), 1);
}));

test('A candidate is moved to Hired with the keyboard alone, and the focus is not lost', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Barista', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA').waitFor();
    await page.keyboard.press('j');
    const name = await page.locator(':focus').getAttribute('aria-label');
    assert.match(name, /^Robin Number[AB], in New/);
    await page.keyboard.press('m');
    const menu = page.getByRole('menu', { name: 'Move to' });
    await menu.waitFor();
    await picture(page, 'journey-move-menu');
    await page.keyboard.press('h');
    assert.equal(await page.locator(':focus').innerText(), 'Hired');
    await page.keyboard.press('Enter');
    const who = name.split(',')[0];
    await card(page, who, 'Hired').waitFor();
    await notice(page, `${who} moved to Hired`).waitFor();
    await page.getByText(`${who} moved to Hired`).first().waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    const moved = people[who.endsWith('A') ? 0 : 1];
    assert.equal(await setup.statusOf(moved, job), 'HIRED');
}));

test('Several candidates are rejected with a reason, and come back with Undo', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Dishwasher', 6);
    await setup.move(people[0], job, 'IN_REVIEW');
    const [reason] = (await setup.api('GET', '/configuration/rejection-reasons')).content;
    const sent = [];
    page.on('request', (request) => { if (request.method() === 'PUT') sent.push(request.postDataJSON()); });
    await page.open(`/jobs/${job.id}/pipeline`);
    for (const letter of ['A', 'B', 'C', 'D']) await card(page, `Robin Number${letter}`).click({ modifiers: ['Control'] });
    await page.getByRole('toolbar', { name: '4 selected' }).waitFor();
    await picture(page, 'journey-bulk');
    await page.getByRole('button', { name: /^Reject …/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject 4 candidates?' });
    await dialog.getByLabel(reason.label).check();
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await notice(page, '4 done').waitFor();
    assert.equal(await card(page, 'Robin NumberB').count(), 0);
    const chosen = people.slice(0, 4);
    for (const person of chosen) assert.equal(await setup.statusOf(person, job), 'REJECTED');
    const rejected = (await setup.api('GET', `/candidates/${chosen[0].id}/jobs/${job.id}/status/history`)).content.at(-1);
    assert.equal(rejected.status, 'REJECTED');
    assert.deepEqual(sent, Array(4).fill({ status: 'REJECTED', reason: reason.id }));  // the API does not return the reason

    await press(page, 'Undo');
    await card(page, 'Robin NumberA', 'In review').waitFor();
    for (const letter of ['B', 'C', 'D', 'E', 'F']) await card(page, `Robin Number${letter}`, 'New').waitFor();
    await until(async () => await setup.statusOf(chosen[0], job) === 'IN_REVIEW');
    for (const person of chosen.slice(1)) await until(async () => await setup.statusOf(person, job) === 'NEW');
}));

test('A move that the server refuses is taken back and explained', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Runner', 1);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA', 'New').waitFor();
    await page.route('**/jobs/*/status', (route) => route.fulfill({
        status: 409, contentType: 'application/json', headers: { 'X-Request-Id': 'request-7' },
        body: JSON.stringify({ message: 'The application has changed', errors: [{ code: 'CONFLICT', message: 'The application has changed' }] }),
    }));
    await card(page, 'Robin NumberA').focus();
    await page.keyboard.press('Shift+l');
    await page.locator('.toast.failed').waitFor();
    await card(page, 'Robin NumberA', 'New').waitFor();
    assert.equal(await setup.statusOf(person, job), 'NEW');
}, { expected: /status of 409/ }));
