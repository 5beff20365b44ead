// What attackers and bad luck do to the console: hostile text, other sites, sessions that end.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { codeOf } from '../support/one_time_password.mjs';
import { card, field, heading, notice, PEOPLE, PHONE, picture, press, settled, Setup, until } from './setup.mjs';

let setup;
let site;  // of an attacker: another origin, and, by its port only, the same site, to which browsers send SameSite cookies

before(async () => {
    site = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end('<!doctype html><html lang="en"><title>Prizes</title><link rel="icon" href="data:,"><h1>You have won</h1>');
    });
    await new Promise((done) => site.listen(0, '127.0.0.1', done));
    site.origin = `http://127.0.0.1:${site.address().port}`;
    setup = await Setup.start({ words: ['--sandbox'], others: [site.origin, site.origin.replace('127.0.0.1', 'localhost')] });
});
after(async () => {
    await setup?.stop();
    site?.closeAllConnections();
    site?.close();
});

// Fails when one of these texts is executed.
const CALL = 'window.executed=1';
const SCRIPT = `<script>${CALL}</script>`;
const IMAGE = `<img src=x onerror=${CALL}>`;
const LINK = `javascript:${CALL}`;
const REVERSED = 'Ada\u202Etxt.exe';
const LONG = 'a'.repeat(4_000);  // the most that the API takes in a description
const STORY = 'b'.repeat(10_000);  // in a note and in a text property

async function assertHarmless(page) {
    assert.equal(await page.evaluate(() => window.executed), undefined);
    assert.equal(await page.locator('main img[src=x], main script').count(), 0);
    assert.deepEqual(await page.locator('a[href]').evaluateAll((links) =>
        links.map((link) => link.protocol).filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol))), []);
    const { width, wide } = await page.evaluate(() => ({ width: innerWidth, wide: document.documentElement.scrollWidth }));
    assert.ok(wide <= width, `the page scrolls sideways: ${wide} > ${width}`);
}

test('Hostile text of a candidate is shown as text and executes nothing', () => setup.as('ADMINISTRATOR', async (page) => {
    page.on('dialog', (dialog) => assert.fail(`dialog: ${dialog.message()}`));
    const job = await setup.addJob(`${IMAGE} & <b>Cook</b>`);
    const person = await setup.addApplicant(job, SCRIPT, IMAGE, {
        phoneNumber: '"><svg onload=alert(1)>',
        location: { city: REVERSED, countryCode: 'gb' },
        tags: [IMAGE, '\u202Egnirts a'],
        web: { website: LINK, linkedin: 'https://example.com/"onmouseover="window.executed=1', skype: 'data:text/html,<script>window.executed=1</script>' },
        experience: [{ title: SCRIPT, company: '{{constructor.constructor("window.executed=1")()}}', description: LONG }, { title: LONG.slice(0, 256), description: LONG }],
        education: [{ institution: IMAGE, description: LONG }],
    });
    const note = `${IMAGE}\n${LINK}\n${STORY}`;
    await setup.api('PUT', `/jobs/${job.id}/note`, { content: note });
    const shown = `${SCRIPT} ${IMAGE}`;

    await page.open(`/jobs/${job.id}/pipeline`);
    await page.getByText(shown).first().waitFor();
    await assertHarmless(page);
    await page.open('/candidates');
    await page.getByText(shown).first().waitFor();
    await assertHarmless(page);
    for (const path of [`/candidates/${person.id}/profile`, `/candidates/${person.id}/profile?tab=timeline`, `/candidates/${person.id}`, `/candidates/${person.id}/edit`, `/jobs/${job.id}`, '/jobs', '/']) {
        await page.open(path);
        await settled(page);
        await assertHarmless(page);
    }
    await page.open(`/jobs/${job.id}`);
    await until(async () => await field(page, 'Internal note').inputValue() === note);
    await assertHarmless(page);
    await page.open(`/candidates/${person.id}/profile`);
    await page.getByRole('heading', { name: shown }).first().waitFor();
    await picture(page, 'attack-hostile-text');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('window executed');
    await page.getByText(shown).first().waitFor();
    await assertHarmless(page);
}));

test('Hostile text in answers, offers, reports, the audit log and requests for deletion is shown as text', () => setup.as('ADMINISTRATOR', async (page) => {
    page.on('dialog', (dialog) => assert.fail(`dialog: ${dialog.message()}`));
    const { api } = setup;
    const job = await setup.addJob(`${IMAGE} job`);
    const question = crypto.randomUUID();
    await api('PUT', `/jobs/${job.id}/application-form`, { questions: [{ id: question, label: `${IMAGE} question`, fields: [{ id: 'value', label: SCRIPT, type: 'TEXTAREA' }] }] });
    const { candidateId } = await setup.addErasureRequest(job, SCRIPT, IMAGE, { [`answer.${question}.0.value`]: `${IMAGE} ${LINK} ${REVERSED} ${'a'.repeat(3_000)}` });
    const shown = `${SCRIPT} ${IMAGE}`;
    await page.open(`/candidates/${candidateId}/profile?tab=answers`);
    await page.getByText(`${IMAGE} question`).first().waitFor();
    await page.getByText(`${IMAGE} ${LINK}`).first().waitFor();
    await assertHarmless(page);
    await picture(page, 'attack-answers');

    await api('POST', '/configuration/offer-properties', { key: 'perks', category: `${IMAGE} terms`, label: `${SCRIPT} perks`, type: 'TEXT' });
    const offer = await api('POST', `/candidates/${candidateId}/jobs/${job.id}/offers`, { properties: { perks: `${LINK} ${IMAGE} ${LONG.slice(0, 3_000)}` } });
    await page.open(`/offers/${candidateId}/${job.id}/${offer.id}`);
    await page.getByText(`${LINK} ${IMAGE}`).first().waitFor();
    await assertHarmless(page);
    await page.open(`/offers/${candidateId}/${job.id}/${offer.id}?edit=terms`);
    await page.getByRole('heading', { name: `${IMAGE} terms` }).waitFor();
    await assertHarmless(page);
    await page.open('/offers');
    await page.getByText(shown).first().waitFor();
    await assertHarmless(page);
    await page.open('/settings/offer-properties');
    await page.getByText(`${SCRIPT} perks`).waitFor();
    await assertHarmless(page);

    const { reportId } = await api('POST', '/reporting-api/v201804/reports', { name: `${SCRIPT} report`, rowEntityTypeId: 'JOB', columns: [{ entityTypeId: 'JOB', dataPointId: 'title' }] });
    const { reportFileId } = await api('POST', `/reporting-api/v201804/reports/${reportId}/files`);
    await until(async () => (await api('GET', `/reporting-api/v201804/files/${reportFileId}`)).reportFileStatus === 'COMPLETED');
    await page.open(`/reports/${reportId}/files/${reportFileId}`);
    const table = page.getByRole('grid', { name: 'Table' });
    await table.getByRole('row').nth(1).waitFor();
    await until(async () => await table.getByText(`${IMAGE} job`).count() > 0 || await table.locator('.table-body').evaluate(async (box) => {  // only rows in view exist
        box.scrollTop += 200;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }));
    await assertHarmless(page);
    for (const path of [`/reports/${reportId}/files/${reportFileId}?show=chart`, `/reports/${reportId}`, '/reports']) {
        await page.open(path);
        await page.getByText(`${SCRIPT} report`).first().waitFor();
        await settled(page);
        await assertHarmless(page);
    }

    await api('POST', '/configuration/access-groups', { name: `${IMAGE} group` });
    await page.open('/settings/audit?filter=event%3AACCESS_GROUP_CREATED');
    await page.getByRole('row', { name: /Access group created/ }).first().click();
    await page.locator('pre').filter({ hasText: `${IMAGE} group` }).waitFor();
    await assertHarmless(page);

    await page.open('/settings/erasure-requests');
    await page.getByRole('button', { name: `Actions for ${shown}` }).click();
    await page.getByRole('menuitem', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${shown}?` });
    await assertHarmless(page);
    await picture(page, 'attack-erasure');
    await press(dialog, 'Cancel');
    assert.equal((await api('GET', `/candidates/${candidateId}`)).firstName, SCRIPT);
}, { expected: /status of 429/ }));  // files of reports may be opened once a second

test('A text of 10,000 characters without a space stays in its place', () => setup.as('RESTRICTED', async (page) => {
    const job = await setup.addJob('Storyteller', { team: [['HIRING_MANAGER', PEOPLE.RESTRICTED]] });
    const person = await setup.addApplicant(job, 'Scheherazade', 'Teller');
    const property = await setup.api('POST', '/configuration/candidate-properties', { label: 'Story', type: 'TEXT', availability: { context: ['PROFILE'] } });
    await setup.api('PUT', `/candidates/${person.id}/jobs/${job.id}/properties`, [{ id: property.id, value: STORY }]);
    await page.open(`/candidates/${person.id}/profile?tab=properties`);
    const shown = page.getByText(STORY.slice(0, 100)).first();
    await shown.waitFor();
    assert.equal((await shown.innerText()).length, STORY.length);
    await assertHarmless(page);
    await page.setViewportSize(PHONE);
    await assertHarmless(page);
    await picture(page, 'attack-long-text');
}));

test('The address of the console is no way in for scripts', () => setup.as('ADMINISTRATOR', async (page) => {
    for (const path of [`/jobs?filter=${encodeURIComponent(IMAGE)}`, `/${encodeURIComponent(SCRIPT)}`, `/jobs/${encodeURIComponent(`../${LINK}`)}`,
                        `/candidates?filter=${encodeURIComponent(`tag:"${IMAGE}"`)}`, '/..%2f..%2fetc']) {
        await page.open(path);
        await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
        await assertHarmless(page);
    }
}, { expected: /status of (400|404)/ }));

// Runs in a page of the attacker: requests of every form that sends the cookies. Returns when all have been answered.
async function attack(target, body) {
    const tries = [
        ['no-cors POST', { method: 'POST', mode: 'no-cors', credentials: 'include', body }],
        ['no-cors POST of a form', { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams({ title: 'x' }) }],
        ['no-cors multipart', { method: 'POST', mode: 'no-cors', credentials: 'include', body: (() => { const form = new FormData(); form.append('file', new Blob([body]), 'x'); return form; })() }],
        ['cors POST', { method: 'POST', mode: 'cors', credentials: 'include', headers: { 'Content-Type': 'application/json' }, body }],
        ['cors DELETE', { method: 'DELETE', mode: 'cors', credentials: 'include' }],
        ['cors GET', { method: 'GET', mode: 'cors', credentials: 'include' }],
    ];
    const readable = [];
    for (const [name, options] of tries) {
        await fetch(target, options).then((answer) => answer.text()).then((text) => { if (text !== '') readable.push(name); }, () => {});
    }
    for (const make of [() => new Image(), () => document.createElement('script')]) {
        await new Promise((done) => {
            const element = make();
            element.onload = element.onerror = done;
            element.src = target;
            document.body.append(element);
        });
    }
    return readable;
}

for (const host of ['127.0.0.1', 'localhost']) {  // the same site, and another one
    test(`Requests of another origin with the cookie of the session fail: ${host}`, () => setup.as('ADMINISTRATOR', async (page, context) => {
        const job = await setup.addJob('Untouched');
        const before = JSON.stringify([await setup.api('GET', `/jobs/${job.id}`), (await setup.api('GET', '/jobs?limit=1')).totalFound]);
        const answers = [];
        context.on('response', (response) => { if (response.url().startsWith(setup.address)) answers.push(response); });
        const theirs = site.origin.replace('127.0.0.1', host);
        await page.goto(theirs);
        for (const path of ['/jobs', `/jobs/${job.id}`, `/jobs/${job.id}/publication`, '/user-api/v201804/users/me', '/events/stream', '/identity/credentials']) {
            assert.deepEqual(await page.evaluate(`(${attack})(${JSON.stringify(setup.address + path)}, '{"title":"Hacked"}')`), [], path);
        }
        assert.ok(answers.length >= 18, `${answers.length} answers`);
        for (const answer of answers) {
            assert.ok(answer.status() >= 400, `${answer.request().method()} ${answer.url()}: ${answer.status()}`);
            assert.equal(answer.headers()['access-control-allow-origin'], undefined);
        }

        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
            await page.goto(theirs);
            const [answer] = await Promise.all([
                page.waitForResponse((response) => response.url() === `${setup.address}/jobs`),
                page.evaluate(([action, type]) => {
                    const form = document.createElement('form');
                    Object.assign(form, { action, method: 'post', enctype: type });
                    const input = document.createElement('input');
                    Object.assign(input, { name: '{"title":"Hacked","x":"', value: '"}' });
                    form.append(input);
                    document.body.append(form);
                    form.submit();
                }, [`${setup.address}/jobs`, enctype]),
            ]);
            assert.equal(answer.status(), 401, enctype);
            await page.waitForURL(`${setup.address}/jobs`);
        }
        const now = JSON.stringify([await setup.api('GET', `/jobs/${job.id}`), (await setup.api('GET', '/jobs?limit=1')).totalFound]);
        assert.equal(now, before);
    }, { expected: /./ }));
}

test('A link from another site opens the console, a frame does not', () => setup.as('ADMINISTRATOR', async (page) => {
    await page.goto(site.origin.replace('127.0.0.1', 'localhost'));
    await page.evaluate((address) => {
        const frame = document.createElement('iframe');
        frame.src = `${address}/console/`;
        document.body.append(frame);
        return new Promise((done) => { frame.onload = done; });
    }, setup.address);
    assert.equal(await page.frames().at(-1).locator('nav').count().catch(() => 0), 0);
    await page.goto(`${setup.address}/console/jobs`, { referer: site.origin });
    await heading(page, 'Jobs').waitFor();
}, { expected: /frame|ERR_BLOCKED_BY_RESPONSE/i }));

test('The policies of the page leave no room for scripts of others', () => setup.as('ADMINISTRATOR', async (page) => {
    const headers = (await page.open('/jobs')).headers();
    const policy = headers['content-security-policy'];
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    await heading(page, 'Jobs').waitFor();
    await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.executed = 1';
        document.body.append(script);
    });
    assert.equal(await page.evaluate(() => window.executed), undefined);
    assert.deepEqual((await page.context().cookies()).filter(({ httpOnly }) => !httpOnly), []);
}, { expected: /Content Security Policy/ }));

// With a new password, all sessions of the user end.
async function endSessions(email) {
    await setup.command({ input: `${setup.password}\n` }, 'user', 'set-password', '--company', 'harbourlane', '--email', email, '--password-stdin');
}

test('A session that ends while somebody types: the sign-in asks in place, and what was typed is saved', () =>
    setup.as('oluwaseun.adeyemi@harbourlane.example', async (page) => {
        const job = await setup.addJob('Florist');
        await page.open(`/jobs/${job.id}/edit`);
        await field(page, 'Title').fill('Florist of the house');
        await endSessions('oluwaseun.adeyemi@harbourlane.example');
        await until(async () => await page.evaluate(() => fetch('/users/me').then(({ status }) => status)) === 401);  // within a second
        await press(page, 'Save');
        const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
        await dialog.waitFor();
        await picture(page, 'attack-session-ended');
        assert.equal(await dialog.getByLabel('E-mail').inputValue(), 'oluwaseun.adeyemi@harbourlane.example');
        await dialog.getByLabel('Password').fill('not the password');
        await dialog.getByRole('button', { name: 'Sign in' }).click();
        await dialog.getByRole('alert').waitFor();
        assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Florist');

        await dialog.getByLabel('Password').fill(setup.password);
        await dialog.getByRole('button', { name: 'Sign in' }).click();
        await notice(page, 'Job saved').waitFor();
        assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Florist of the house');
    }, { expected: /status of (401|403|422)/ }));

test('What somebody does is not sent in the name of another user who has signed in in another tab', () => setup.as('STANDARD', async (page, context) => {
    const job = await setup.addJob('Bookbinder', { team: [['RECRUITER', PEOPLE.STANDARD]] });
    const title = async () => (await setup.api('GET', `/jobs/${job.id}`)).title;
    await page.open(`/jobs/${job.id}/edit`);
    await field(page, 'Title').fill('Bookbinder of the abbey');
    const other = await context.newPage();
    const signIn = async (email) => {  // the session before stays valid, for the other tests
        await context.clearCookies();
        await setup.signIn(other, email);
    };
    await signIn(PEOPLE.EXTENDED);
    // The page gets the focus by the click on Save, and the answer that says who is signed in takes long.
    await page.route('**/users/me', async (route) => {
        await new Promise((done) => setTimeout(done, 1000));
        await route.continue();
    });
    await page.evaluate(() => {
        window.dispatchEvent(new Event('focus'));
        [...document.querySelectorAll('button')].find((button) => button.innerText === 'Save').click();
    });
    const refusal = page.getByRole('dialog', { name: 'Somebody else is signed in' });
    await refusal.waitFor();
    assert.equal(await title(), 'Bookbinder');

    // An answer that is an error does not let it pass.
    await page.route('**/users/me', (route) => route.fulfill({ status: 503 }));
    await press(refusal, 'Check again');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await refusal.waitFor();
    await page.evaluate(() => [...document.querySelectorAll('button')].find((button) => button.innerText === 'Save').click());
    await page.getByText('Not sent: Tomasz Wilk is signed in now').waitFor();
    assert.equal(await title(), 'Bookbinder');
    await page.unroute('**/users/me');

    await signIn(PEOPLE.STANDARD);
    await press(refusal, 'Check again');
    await refusal.waitFor({ state: 'detached' });
    await press(page, 'Save');
    await notice(page, 'Job saved').waitFor();
    assert.equal(await title(), 'Bookbinder of the abbey');
}, { expected: /status of 503/ }));

test('What somebody typed is not saved in the name of another user who signs in after the session has ended', () => setup.as('STANDARD', async (page, context) => {
    const job = await setup.addJob('Cartographer', { team: [['RECRUITER', PEOPLE.STANDARD]] });
    const title = async () => (await setup.api('GET', `/jobs/${job.id}`)).title;
    await page.open(`/jobs/${job.id}/edit`);
    await field(page, 'Title').fill('Cartographer of the coast');
    await endSessions(PEOPLE.STANDARD);
    await until(async () => await page.evaluate(() => fetch('/users/me').then(({ status }) => status)) === 401);
    await press(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    assert.equal(await dialog.getByLabel('E-mail').getAttribute('readonly'), '');

    const other = await context.newPage();
    await setup.signIn(other, PEOPLE.EXTENDED);
    await page.bringToFront();
    await dialog.getByLabel('Password').fill(setup.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const refusal = page.getByRole('dialog', { name: 'Somebody else is signed in' });
    await refusal.getByRole('alert').getByText('signed in as Tomasz Wilk. What Priya Raman typed').waitFor();
    await picture(page, 'attack-other-user');
    await press(refusal, 'Check again');
    assert.equal(await title(), 'Cartographer');

    await other.getByRole('button', { name: /^Your account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL((url) => url.pathname.startsWith('/identity/'));
    await page.bringToFront();
    await press(refusal, 'Check again');
    await dialog.getByLabel('Password').fill(setup.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await notice(page, 'Job saved').waitFor();
    assert.equal(await title(), 'Cartographer of the coast');
}, { expected: /status of (401|403|422)/ }));

test('A session that ends while somebody types who has a second factor: the page of sign-in asks for it, then the console goes on', () => setup.as(PEOPLE.EXTENDED, async (page, context) => {
    const job = await setup.addJob('Glassblower');
    const other = await context.newPage();
    await other.goto(`${setup.address}/identity/security`);
    await other.getByLabel('Your password').fill(setup.password);
    await press(other, 'Set up an authenticator application');
    const secret = await other.locator('code.key').innerText();
    await other.getByLabel('Code that the application shows').fill(codeOf(secret, -1));
    await press(other, 'Confirm');
    await heading(other, 'Your recovery codes').waitFor();

    await page.bringToFront();
    await page.open(`/jobs/${job.id}/edit`);
    await field(page, 'Title').fill('Glassblower of the lamps');
    await endSessions(PEOPLE.EXTENDED);
    await until(async () => await page.evaluate(() => fetch('/users/me').then(({ status }) => status)) === 401);
    await press(page, 'Save');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(setup.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').getByText('Your account needs another step').waitFor();
    await press(dialog, 'Continue');  // too early
    await until(async () => await dialog.getByRole('button', { name: 'Continue' }).isEnabled());
    assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Glassblower');

    await other.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fsecurity`);
    await other.getByLabel('E-mail').fill(PEOPLE.EXTENDED);
    await other.getByLabel('Password').fill(setup.password);
    await press(other, 'Sign in');
    await other.getByLabel('Code of your authenticator application').fill(codeOf(secret));
    await press(other, 'Continue');
    await other.waitForURL((url) => url.pathname === '/identity/security');
    await page.bringToFront();
    await press(dialog, 'Continue');
    await notice(page, 'Job saved').waitFor();
    assert.equal((await setup.api('GET', `/jobs/${job.id}`)).title, 'Glassblower of the lamps');
}, { expected: /status of (401|403|422)/ }));

test('Leaving a form that was changed asks first', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Gardener');
    await page.open(`/jobs/${job.id}/edit`);
    await field(page, 'Title').fill('Gardener of the roof');
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Candidates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await field(page, 'Title').inputValue(), 'Gardener of the roof');
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Candidates' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await heading(page, 'Candidates').waitFor();
}));

test('A change of the tab, of the form or back asks before typed text is lost, and a filter does not', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Beekeeper');
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    const tab = (name) => page.getByRole('tab', { name });
    await page.open(`/jobs/${job.id}?tab=positions`);
    await tab('Overview').click();
    await field(page, 'Internal note').fill('Of the hives on the roof');
    await tab('Ads').click();
    await press(dialog, 'Keep editing');
    assert.equal(await field(page, 'Internal note').inputValue(), 'Of the hives on the roof');
    assert.equal(await tab('Overview').getAttribute('aria-selected'), 'true');
    await page.goBack();
    await press(dialog, 'Keep editing');
    assert.equal(await field(page, 'Internal note').inputValue(), 'Of the hives on the roof');
    await tab('Ads').click();
    await press(dialog, 'Discard changes');
    await press(page, 'Add an ad');
    await field(page, 'Title').fill('Imker');
    await press(page, 'Cancel');
    await press(dialog, 'Keep editing');
    assert.equal(await field(page, 'Title').inputValue(), 'Imker');
    await press(page, 'Cancel');
    await press(dialog, 'Discard changes');  // asks once
    await page.getByRole('region', { name: 'Beekeeper' }).waitFor();
    assert.equal(await dialog.count(), 0);

    await page.open(`/jobs/${job.id}`);
    await field(page, 'Internal note').fill('Of the hives');
    await press(page, 'Save');  // closes nothing
    await notice(page, 'Note saved').waitFor();
    await tab('Ads').click();
    await page.getByRole('region', { name: 'Beekeeper' }).waitFor();
}));

test('A dialog with typed text asks before it is closed, whichever way', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Sailmaker');
    await page.open(`/jobs/${job.id}?tab=positions`);
    const dialog = page.getByRole('dialog', { name: 'Add a position' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await press(page, 'Add a position');
    await page.keyboard.press('Escape');  // nothing is typed
    await dialog.waitFor({ state: 'detached' });
    await press(page, 'Add a position');
    await field(dialog, 'Identifier').fill('P-7');
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5), () => press(dialog, 'Close'), () => press(dialog, 'Cancel')]) {
        await close();
        await press(question, 'Keep editing');
        await question.waitFor({ state: 'detached' });
        assert.equal(await field(dialog, 'Identifier').inputValue(), 'P-7');
    }
    await page.keyboard.press('Escape');
    await press(question, 'Discard changes');
    await dialog.waitFor({ state: 'detached' });

    await page.open('/developers/credentials?create=1');  // a dialog with an address
    await field(page, 'Name').fill('Till');
    await page.keyboard.press('Escape');
    await press(question, 'Discard changes');  // asks once
    await page.getByRole('dialog').waitFor({ state: 'detached' });
}));

test('A form that is being sent asks before it is closed, says what was refused then, and closes nothing else', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Ropewalker');
    await page.open(`/jobs/${job.id}?tab=positions`);
    const dialog = page.getByRole('dialog', { name: 'Add a position' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const refusal = { status: 422, contentType: 'application/json', body: JSON.stringify({ message: 'Not this one', errors: [] }) };
    let answer = () => {};
    await page.route('**/positions', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await (await new Promise((done) => { answer = done; }))(route);
    });
    const sendOne = async (name) => {
        const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/positions'));
        await field(dialog, 'Identifier').fill(name);
        await field(dialog, 'Open from').fill('2030-01-15');
        await field(dialog, 'Target start').fill('2030-03-01');
        await press(dialog, 'Save');
        await sent;
        await page.keyboard.press('Escape');
    };
    await press(page, 'Add a position');
    await sendOne('P-1');
    await press(question, 'Keep editing');
    answer((route) => route.fulfill(refusal));
    await dialog.getByRole('alert').getByText('Not this one').waitFor();
    assert.equal(await field(dialog, 'Identifier').inputValue(), 'P-1');

    await sendOne('P-2');
    await press(question, 'Discard changes');
    await dialog.waitFor({ state: 'detached' });
    answer((route) => route.fulfill(refusal));
    await notice(page, 'Not this one').waitFor();

    await press(page, 'Add a position');
    await sendOne('P-3');
    await press(question, 'Discard changes');
    await dialog.waitFor({ state: 'detached' });
    await press(page, 'Add a position');
    await field(dialog, 'Identifier').fill('P-4');
    answer((route) => route.continue());
    await notice(page, 'Position saved').waitFor();
    assert.equal(await field(dialog, 'Identifier').inputValue(), 'P-4');
}, { expected: /status of 422/ }));

test('A refused dialog about an application that was closed meanwhile says so', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Fire eater');
    const person = await setup.addApplicant(job, 'Ivan', 'Chabert');
    await page.open(`/candidates/${person.id}/profile`);
    await page.getByRole('region', { name: 'Fire eater' }).waitFor();
    let answer = () => {};
    await page.route('**/status', async (route) => {
        await new Promise((done) => { answer = done; });
        await route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ message: 'The application has changed', errors: [] }) });
    });
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject Ivan Chabert' });
    const sent = page.waitForRequest('**/status');
    await press(dialog, 'Reject');
    await sent;
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    answer();
    await notice(page, 'The application has changed').waitFor();
}, { expected: /status of 409/ }));

test('A dialog about an application keeps what was chosen if the server refuses it', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Stilt walker');
    const person = await setup.addApplicant(job, 'Yves', 'Milhau');
    const [reason] = (await setup.api('GET', '/configuration/rejection-reasons')).content;
    await page.open(`/candidates/${person.id}/profile`);
    await page.getByRole('region', { name: 'Stilt walker' }).waitFor();
    await page.route('**/status', (route) => route.fulfill({
        status: 409, contentType: 'application/json', headers: { 'X-Request-Id': 'request-44' }, body: JSON.stringify({ message: 'The application has changed', errors: [] }),
    }));
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject Yves Milhau' });
    await field(dialog, 'Reason').selectOption({ label: reason.label });
    await press(dialog, 'Reject');
    await dialog.getByRole('alert').getByText('request-44').waitFor();
    assert.equal(await field(dialog, 'Reason').inputValue(), reason.id);
    await page.unroute('**/status');
    await press(dialog, 'Reject');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await setup.statusOf(person, job), 'REJECTED');
}, { expected: /status of 409/ }));

test('Every tab says while live updates are interrupted, and shows what it has missed then', () => setup.as('ADMINISTRATOR', async (page, context) => {
    const job = await setup.addJob('Tightrope walker');
    const other = await context.newPage();
    other.open = (path) => other.goto(`${setup.address}/console${path}`);
    const kStream = '**/events/stream';
    await context.route(kStream, (route) => route.fulfill({ status: 503 }));
    for (const tab of [page, other]) {
        await tab.open(`/jobs/${job.id}/pipeline`);
        await tab.getByText('Nobody has applied yet').waitFor();
        await tab.getByText('Not up to date').waitFor();
    }
    await setup.addApplicant(job, 'Maria', 'Spelterini');
    await context.unroute(kStream);
    for (const tab of [page, other]) {
        await card(tab, 'Maria Spelterini', 'New').waitFor();
        await tab.getByText('Not up to date').waitFor({ state: 'detached' });
    }
}, { expected: /status of 503/ }));

test('A failed call shows its request id, and trying again helps', () => setup.as('ADMINISTRATOR', async (page) => {
    const job = await setup.addJob('Cellist');
    await setup.addApplicant(job, 'Pablo', 'Casals');
    await page.route(`**/jobs/${job.id}/pipeline`, (route) => (route.request().resourceType() === 'fetch' ? route.fulfill({
        status: 500, contentType: 'application/json', headers: { 'X-Request-Id': 'request-42' }, body: JSON.stringify({ message: 'Internal error' }),
    }) : route.continue()));
    await page.open(`/jobs/${job.id}/pipeline`);
    await page.getByText('request-42').waitFor();
    await picture(page, 'attack-failed-call');
    await page.unroute(`**/jobs/${job.id}/pipeline`);
    await press(page, 'Try again');
    await card(page, 'Pablo Casals').waitFor();

    await page.route('**/applications?**', (route) => route.fulfill({
        status: 500, contentType: 'application/json', headers: { 'X-Request-Id': 'request-43' }, body: JSON.stringify({ message: 'Internal error' }),
    }));
    await setup.addApplicant(job, 'Jacqueline', 'du Pré');
    await page.getByRole('alert').getByText('request-43').waitFor();  // beside what is shown
    await card(page, 'Pablo Casals').waitFor();
    await page.unroute('**/applications?**');
    await press(page, 'Try again');
    await card(page, 'Jacqueline du Pré').waitFor();
}, { expected: /status of 500/ }));

test('Signing out ends the session of the console', () => setup.as('carla.nunes@harbourlane.example', async (page) => {
    await page.open('/');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/identity/'));
    await page.open('/jobs');
    await page.getByLabel('Password').waitFor();
}, { expected: /status of 401/ }));
