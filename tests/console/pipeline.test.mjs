// The pipeline of a job: live applications, moves by mouse and by keyboard, many at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { card, column, notice, PHONE, picture, press, Setup, until } from './setup.mjs';

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
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');  // as curl
    await page.getByRole('dialog').getByText(/X PUT .*\/status'[^]*"status":\s?"HIRED"/).first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), name);
    await page.keyboard.press('m');
    await menu.waitFor();
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

test('A key takes the last move back, and its message stays as long as the pointer or the focus is on it', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Scullion', 1);
    await page.clock.install();
    await page.open(`/jobs/${job.id}/pipeline`);
    const moved = notice(page, 'Robin NumberA moved to In review');
    const move = async () => {
        await card(page, 'Robin NumberA', 'New').focus();
        await page.keyboard.press('Shift+l');
        await moved.waitFor();
    };
    await move();
    await page.keyboard.press('z');
    await card(page, 'Robin NumberA', 'New').waitFor();
    await until(async () => await setup.statusOf(person, job) === 'NEW');
    await moved.waitFor({ state: 'detached' });
    await move();
    await moved.hover();
    await page.clock.fastForward(60_000);
    assert.equal(await moved.count(), 1);
    await moved.getByRole('button', { name: 'Undo' }).focus();
    await page.mouse.move(1, 1);
    await page.clock.fastForward(60_000);
    assert.equal(await moved.count(), 1);
    await card(page, 'Robin NumberA').focus();
    await page.clock.fastForward(60_000);
    await moved.waitFor({ state: 'detached' });
}));

test('Keys and the palette act on the card that has the focus or on the selection, and on nothing otherwise', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Sauce cook', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberB', 'New').waitFor();
    const offered = async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('option', { name: /^Keyboard shortcuts/ }).waitFor();
        const titles = await page.locator('#palette-list bdi:first-child').allInnerTexts();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        return ['Move …', 'Move to →', 'Reject …', 'Select'].filter((title) => titles.includes(title));
    };
    assert.deepEqual(await offered(), []);
    for (const key of ['m', 'r', 'x', 'Shift+l']) await page.keyboard.press(key);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.getByRole('toolbar').count(), 0);

    await card(page, 'Robin NumberA').click({ modifiers: ['Control'] });
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor();
    await page.evaluate(() => document.activeElement.blur());
    assert.deepEqual(await offered(), ['Move …', 'Reject …']);
    await page.keyboard.press('Escape');
    await page.getByRole('toolbar').waitFor({ state: 'detached' });

    await card(page, 'Robin NumberB').focus();
    assert.deepEqual(await offered(), ['Move …', 'Move to →', 'Reject …', 'Select']);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('move …');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Hired', exact: true }).click();
    await notice(page, 'Robin NumberB moved to Hired').waitFor();
    assert.deepEqual([await setup.statusOf(people[0], job), await setup.statusOf(people[1], job)], ['NEW', 'HIRED']);
}));

test('Keys act on a card and on the selection after a click on a checkbox, which keeps the space bar', () => setup.as('EXTENDED', async (page) => {
    const { job } = await jobWith('Commis of fish', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberB', 'New').hover();
    await page.getByRole('checkbox', { name: 'Select Robin NumberB' }).click();
    const selected = page.getByRole('toolbar', { name: '1 selected' });
    await selected.waitFor();
    await page.keyboard.press(' ');
    await selected.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await selected.waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog', { name: 'Reject Robin NumberB?' }).waitFor();
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
    await page.getByRole('toolbar').getByRole('button', { name: 'Move …' }).click();
    await page.getByRole('menuitem', { name: 'as curl' }).click();
    await page.getByRole('dialog').getByText(/X PUT .*\/status'[^]*"status":\s?"HIRED"/).first().waitFor();
    await page.keyboard.press('Escape');
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

test('A move that the server refuses is taken back and explained, with the request id', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Runner', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA', 'New').waitFor();
    await page.route('**/jobs/*/status', (route) => route.fulfill({
        status: 409, contentType: 'application/json', headers: { 'X-Request-Id': 'request-7' },
        body: JSON.stringify({ message: 'The application has changed', errors: [{ code: 'CONFLICT', message: 'The application has changed' }] }),
    }));
    await card(page, 'Robin NumberA').focus();
    await page.keyboard.press('Shift+l');
    await page.locator('.toast.failed').getByText('request-7').waitFor();
    await card(page, 'Robin NumberA', 'New').waitFor();

    for (const letter of ['A', 'B']) await card(page, `Robin Number${letter}`).click({ modifiers: ['Control'] });
    await page.keyboard.press('Shift+l');
    const failed = notice(page, '2 failed');
    await failed.getByText('request-7').waitFor();
    await until(async () => await countOf(page, 'New') === 2);
    assert.equal(await setup.statusOf(person, job), 'NEW');
}, { expected: /status of 409/ }));

test('A key that is held down moves an application by one column', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Plongeur', 1);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA', 'New').focus();
    await page.keyboard.down('Shift');
    await page.keyboard.down('l');
    await card(page, 'Robin NumberA', 'In review').waitFor();
    await page.waitForFunction(() => document.activeElement !== document.body);
    for (let turn = 0; turn < 5; ++turn) await page.keyboard.down('l');  // again while it is down: as the keyboard repeats it
    await page.keyboard.up('l');
    await page.keyboard.up('Shift');
    await until(async () => await setup.statusOf(person, job) === 'IN_REVIEW');
    await card(page, 'Robin NumberA', 'In review').waitFor();
}));

test('A screen reader hears all that a card shows', () => setup.as('EXTENDED', async (page, context) => {
    const job = await setup.addJob('Piano tuner');
    await setup.addApplicant(job, 'Clara', 'Wieck', { sourceDetails: { sourceTypeId: 'JOB_BOARD', sourceSubTypeId: 'FREE_JOB_BOARD', sourceId: 'glassdoor' } });
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Clara Wieck', 'New').waitFor();
    const { nodes } = await (await context.newCDPSession(page)).send('Accessibility.getFullAXTree');
    const { description } = nodes.find(({ role, name }) => role?.value === 'button' && name?.value === 'Clara Wieck, in New');
    assert.match(description.value, /^Clara Wieck\s*\S.*·\s*Glassdoor$/);
}));

test('The pipeline is filtered by name, source and status, in its address', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Host');
    await setup.addApplicant(job, 'Grace', 'Hopper', { sourceDetails: { sourceTypeId: 'JOB_BOARD', sourceSubTypeId: 'FREE_JOB_BOARD', sourceId: 'glassdoor' } });
    await setup.addApplicant(job, 'Ada', 'Lovelace');
    await setup.move(await setup.addApplicant(job, 'Gráinne', 'Malley'), job, 'INTERVIEW');
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Ada Lovelace', 'New').waitFor();
    const filter = page.getByRole('searchbox', { name: 'Filter' });
    await page.keyboard.press('/');
    await page.keyboard.type('gra');
    await page.getByRole('search').getByText('2 of 3').waitFor();
    await card(page, 'Gráinne Malley', 'Interview').waitFor();
    assert.equal(await countOf(page, 'New'), 1);
    assert.equal(await card(page, 'Ada Lovelace').count(), 0);

    await filter.fill('');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Glassdoor (1)' }).click();
    await page.getByRole('search').getByText('1 of 3').waitFor();
    await card(page, 'Grace Hopper', 'New').waitFor();
    await picture(page, 'pipeline-filtered');
    await page.reload();
    await page.getByRole('search').getByText('1 of 3').waitFor();

    await filter.fill('status:INTERVIEW');
    await card(page, 'Gráinne Malley', 'Interview').waitFor();
    assert.equal(await countOf(page, 'New'), 0);
    await card(page, 'Gráinne Malley').focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Offered', exact: true }).click();  // also to a column that the filter leaves empty
    await notice(page, 'Gráinne Malley moved to Offered').waitFor();
    assert.equal(await card(page, 'Gráinne Malley').count(), 0);
}));

test('A filter for a closed status shows its column', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Commis', 2);
    await setup.move(people[0], job, 'REJECTED');
    await page.open(`/jobs/${job.id}/pipeline?filter=status:REJECTED`);
    await page.getByRole('search').getByText('1 of 2').waitFor();
    await card(page, 'Robin NumberA', 'Rejected').waitFor();
    assert.equal(await column(page, 'Withdrawn').count(), 0);
}));

test('A move out of Rejected is undone with the reason', () => setup.as('EXTENDED', async (page) => {
    const { job, people: [person] } = await jobWith('Glazier', 1);
    const [{ id: reason }] = (await setup.api('GET', '/configuration/rejection-reasons')).content;
    await setup.move(person, job, 'REJECTED', { reason });
    await page.open(`/jobs/${job.id}/pipeline`);
    await column(page, 'New').waitFor();
    await page.keyboard.press('Shift+r');
    await card(page, 'Robin NumberA', 'Rejected').focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Interview', exact: true }).click();
    await press(notice(page, 'Robin NumberA moved to Interview'), 'Undo');
    await card(page, 'Robin NumberA', 'Rejected').waitFor();
    await until(async () => await setup.statusOf(person, job) === 'REJECTED');
    assert.equal((await setup.api('GET', `/candidates/${person.id}/jobs/${job.id}`)).reasonOfRejection.id, reason);
}));

test('A filter says how many applicants it has not searched, and loads them', () => setup.as('EXTENDED', async (page) => {
    const job = await setup.addJob('Night porter');
    await setup.addApplicant(job, 'Zelda', 'Fitzgerald');
    for (let i = 0; i < 101; ++i) await setup.addApplicant(job, 'Robin', 'Number');
    await page.open(`/jobs/${job.id}/pipeline?filter=zelda`);
    await page.getByText('2 more applicants are not loaded yet, and were not searched.').waitFor();
    await page.getByRole('search').getByText('0 of 100').waitFor();
    await picture(page, 'pipeline-not-searched');
    await press(page, 'Load all');
    await card(page, 'Zelda Fitzgerald', 'New').waitFor();
    await page.getByRole('search').getByText('1 of 102').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Load all' }).count(), 0);
}));

// Selects all these cards and moves them to In review.
async function moveSelected(page, letters) {
    for (const letter of letters) await card(page, `Robin Number${letter}`).click({ modifiers: ['Control'] });
    await page.getByRole('toolbar', { name: `${letters.length} selected` }).getByRole('button', { name: 'Move …' }).click();
    await page.getByRole('menuitem', { name: 'In review', exact: true }).click();
}

test('Many moves can be stopped: what was not done goes back', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Baker of bread', 6);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberF').waitFor();
    let moves = 0;
    await page.route('**/candidates/*/jobs/*/status', (route) => { if (++moves <= 2) return route.continue(); });  // the others are not answered
    await moveSelected(page, ['A', 'B', 'C', 'D', 'E', 'F']);
    const progress = page.locator('.bulk');
    await progress.getByText('2 of 6').waitFor();
    await picture(page, 'bulk-progress');
    await press(progress, 'Stop');
    await notice(page, 'Stopped after 2 of 6').waitFor();
    await until(async () => await countOf(page, 'New') === 4);
    assert.equal(await countOf(page, 'In review'), 2);
    const statuses = await Promise.all(people.map((person) => setup.statusOf(person, job)));
    assert.deepEqual(statuses.sort(), ['IN_REVIEW', 'IN_REVIEW', 'NEW', 'NEW', 'NEW', 'NEW']);
}));

test('Many moves wait as long as the server asks, say so, and go on', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Butcher', 2);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberB').waitFor();
    let attempts = 0;
    let goOn;
    const seen = new Promise((done) => { goOn = done; });
    await page.route('**/candidates/*/jobs/*/status', async (route) => {
        if (++attempts <= 2) {
            return route.fulfill({
                status: 429, contentType: 'application/json', headers: { 'Retry-After': '0' },
                body: JSON.stringify({ message: 'Too many requests', errors: [{ code: 'TOO_MANY_REQUESTS', message: 'Too many requests' }] }),
            });
        }
        await seen;
        return route.continue();
    });
    await moveSelected(page, ['A', 'B']);
    await page.locator('.bulk').getByText(/^The server asked to wait \d+ s$/).waitFor();
    goOn();
    await notice(page, '2 done').waitFor();
    assert.equal(attempts, 4);
    for (const person of people) assert.equal(await setup.statusOf(person, job), 'IN_REVIEW');
}, { expected: /status of 429/ }));
// A phone: fingers instead of a mouse, and no keys.
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

test('On a phone, cards are moved and selected by their buttons', () => setup.as('EXTENDED', async (page) => {
    const { job, people } = await jobWith('Pastry Cook', 3);
    await page.open(`/jobs/${job.id}/pipeline`);
    await page.getByRole('button', { name: 'Move Robin NumberA …' }).tap();
    await page.getByRole('menu', { name: 'Move to' }).getByRole('menuitem', { name: 'In review', exact: true }).tap();
    await notice(page, 'Robin NumberA moved to In review').waitFor();
    assert.equal(await setup.statusOf(people[0], job), 'IN_REVIEW');

    for (const letter of ['B', 'C']) await page.getByRole('checkbox', { name: `Select Robin Number${letter}` }).tap();
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor();
    await picture(page, 'phone-selection');
    await page.getByRole('button', { name: 'Move Robin NumberB …' }).tap();  // takes the selection with it
    await page.getByRole('menu', { name: 'Move to' }).getByRole('menuitem', { name: 'Offered', exact: true }).tap();
    for (const person of people.slice(1)) await until(async () => await setup.statusOf(person, job) === 'OFFERED');
}, TOUCH));

test('On a phone, a card that is held for a moment is dragged to the next column', () => setup.as('EXTENDED', async (page, context) => {
    const { job, people: [person] } = await jobWith('Butcher', 1);
    await page.open(`/jobs/${job.id}/pipeline`);
    await card(page, 'Robin NumberA', 'New').waitFor();
    const kBeside = 240;  // pixels of the window that the end of the column "New" has; the next one is beside it
    const left = await column(page, 'In review').evaluate((lane, beside) => {
        const board = lane.closest('.board');
        const start = board.getBoundingClientRect().left;
        board.scrollLeft += lane.getBoundingClientRect().left - start - beside;
        return start;
    }, kBeside);
    const { y, height } = await card(page, 'Robin NumberA').boundingBox();
    const at = (x) => ({ x: left + x, y: y + height / 2 });
    const finger = await context.newCDPSession(page);
    const touch = (type, ...touchPoints) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });

    await touch('touchStart', at(100));
    await page.locator('.held').waitFor();
    for (const x of [130, 180, kBeside + 30]) await touch('touchMove', at(x));
    await page.locator('.lane.over', { has: page.getByRole('heading', { name: 'In review' }) }).waitFor();
    await picture(page, 'phone-drag');
    await touch('touchEnd');
    await card(page, 'Robin NumberA', 'In review').waitFor();
    await until(async () => await setup.statusOf(person, job) === 'IN_REVIEW');
    assert.equal(new URL(page.url()).pathname, `/console/jobs/${job.id}/pipeline`, 'a drop is not a click');
}, TOUCH));
