import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { PASSWORD, Setup } from './setup.mjs';

let setup;
let partner;
let markup;

before(async () => {
    setup = await Setup.start();
    partner = await setup.addApplication('Partner Connect', 'user_me_read jobs_read');
    markup = await setup.addApplication('<img src=x onerror=alert(1)> & <b>Sons</b>', 'user_me_read');
});
after(() => setup?.stop());

async function signIn(page, person) {
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signedIn(page, person) {
    await page.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fconnections`);
    await signIn(page, person);
    await heading(page, 'Connected applications');
}

function heading(page, text) {
    return page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
}

function press(page, name) {
    return page.getByRole('button', { name }).click();
}

// The query of the redirect to the partner.
async function comeBack(page) {
    await heading(page, 'Welcome back');
    assert.equal(page.url().split('?')[0], setup.callback);
    return Object.fromEntries(new URL(page.url()).searchParams);
}

async function authorize(page, application, state) {
    await page.goto(setup.authorizeUrl(application, state));
    await press(page, 'Authorize');
    const back = await comeBack(page);
    assert.equal(back.state, state);
    return setup.exchange(application, back.code);
}

test('A person signs in', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    await signedIn(page, person);
    await page.getByText(`Signed in as ${person.email}`).waitFor();
    const cookies = await context.cookies();
    assert.ok(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite === 'Lax'));
}));

test('A wrong password is reported, and the e-mail stays', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    await page.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fconnections`);
    await signIn(page, { ...person, password: 'incorrect-horse-battery' });
    await page.getByRole('alert').getByText('Wrong e-mail or password.').waitFor();
    assert.equal(await page.getByLabel('E-mail').inputValue(), person.email);
    assert.equal(await page.getByLabel('Password').inputValue(), '');
    await signIn(page, person);
    await heading(page, 'Connected applications');
}, { expected: /status of 401/ }));

test('A person signs in on the way and authorizes an application', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    await page.goto(setup.authorizeUrl(partner, 'a state & more'));
    await signIn(page, person);
    await heading(page, 'Partner Connect requests access');
    assert.deepEqual(await page.getByRole('list').first().getByRole('listitem').allInnerTexts().then(
        (lines) => lines.map((line) => line.split('\n')[0].trim())), ['Access Jobs', 'Access information about my user']);
    await press(page, 'Authorize');

    const back = await comeBack(page);
    assert.equal(back.state, 'a state & more');
    assert.equal(back.iss, setup.address);
    const answer = await setup.me(await setup.exchange(partner, back.code));
    assert.equal(answer.status, 200);
    assert.equal((await answer.json()).email, person.email);
}));

test('What was allowed before is not asked again', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await signedIn(page, await setup.addPerson());
    await authorize(page, partner, 'first');
    await page.goto(setup.authorizeUrl(partner, 'second'));
    assert.equal((await comeBack(page)).state, 'second');
}));

test('A person declines', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await signedIn(page, await setup.addPerson());
    await page.goto(setup.authorizeUrl(partner, 's'));
    await press(page, 'Decline');
    const back = await comeBack(page);
    assert.equal(back.error, 'access_denied');
    assert.equal(back.state, 's');
    await page.goto(`${setup.address}/identity/connections`);
    await page.getByText('No application is connected.').waitFor();
}));

test('Two tabs at once both finish', () => setup.visit(async (context) => {
    const person = await setup.addPerson();
    const tabs = [await context.newPage(), await context.newPage()];
    for (const [i, tab] of tabs.entries()) await tab.goto(setup.authorizeUrl([partner, markup][i], `tab ${i}`));
    for (const tab of tabs) {
        await tab.bringToFront();
        await signIn(tab, person);
        await tab.getByRole('button', { name: 'Decline' }).waitFor();
    }
    await Promise.all(tabs.map((tab) => press(tab, 'Authorize')));
    for (const [i, tab] of tabs.entries()) {
        const back = await comeBack(tab);
        assert.equal(back.state, `tab ${i}`);
        assert.equal((await setup.me(await setup.exchange([partner, markup][i], back.code))).status, 200);
    }
}));

test('An application that is named like markup is shown as text', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await signedIn(page, await setup.addPerson());
    await page.goto(setup.authorizeUrl(markup, 's'));
    await heading(page, `${markup.name} requests access`);
    assert.ok((await page.title()).includes(markup.name));
    assert.equal(await page.locator('.card').locator('img, b').count(), 0);
    await press(page, 'Authorize');
    await comeBack(page);
    await page.goto(`${setup.address}/identity/connections`);
    await page.getByRole('heading', { level: 2, name: markup.name, exact: true }).waitFor();
    assert.equal(await page.locator('.card').locator('img, b').count(), 0);
}));

test('A person disconnects one application, and its token ends at once', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await signedIn(page, await setup.addPerson());
    const ended = await authorize(page, partner, '1');
    const kept = await authorize(page, markup, '2');
    assert.equal((await setup.me(ended)).status, 200);
    await page.goto(`${setup.address}/identity/connections`);
    await press(page, 'Disconnect Partner Connect');
    await page.getByRole('heading', { name: 'Partner Connect' }).waitFor({ state: 'detached' });
    assert.equal((await setup.me(ended)).status, 401);
    assert.equal((await setup.me(kept)).status, 200);
}));

test('A person changes the password', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    const changed = { ...person, password: 'battery-horse-correct' };
    const change = async (from, to) => {
        await page.getByLabel('Current password').fill(from);
        await page.getByLabel('New password').fill(to);
        await press(page, 'Change password');
    };
    await signedIn(page, person);
    await page.getByRole('link', { name: 'Change password' }).click();
    await change('incorrect-horse-battery', changed.password);
    await page.getByRole('alert').getByText('The current password is wrong.').waitFor();
    await change(PASSWORD, changed.password);
    await page.getByRole('status').getByText('Your password was changed.').waitFor();
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
    await page.goto(`${setup.address}/identity/sign-in?to=%2Fidentity%2Fconnections`);
    await signIn(page, person);
    await page.getByRole('alert').waitFor();
    await signIn(page, changed);
    await heading(page, 'Connected applications');
}, { expected: /status of (401|422)/ }));

test('A person signs out', () => setup.visit(async (context) => {
    const page = await context.newPage();
    await signedIn(page, await setup.addPerson());
    await press(page, 'Sign out');
    await heading(page, 'Sign in');
    await page.goto(`${setup.address}/identity/connections`);
    await heading(page, 'Sign in');
    await page.goBack();
    await heading(page, 'Sign in');
}));

test('The keyboard alone does', () => setup.visit(async (context) => {
    const page = await context.newPage();
    const person = await setup.addPerson();
    const focus = () => page.evaluate(() => {
        const { id, textContent } = document.activeElement;
        const style = getComputedStyle(document.activeElement);
        return { what: id || textContent, ring: style.outlineStyle === 'solid' && parseFloat(style.outlineWidth) >= 2 };
    });
    const tabTo = async (what) => {
        await page.keyboard.press('Tab');
        assert.deepEqual(await focus(), { what, ring: true });
    };
    await page.goto(setup.authorizeUrl(partner, 'keys'));
    await tabTo('email');
    await page.keyboard.type(person.email);
    await tabTo('password');
    await page.keyboard.type(person.password);
    await tabTo('Sign in');
    await page.keyboard.press('Enter');
    await heading(page, 'Partner Connect requests access');
    await tabTo('Authorize');
    await tabTo('Decline');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    assert.equal((await comeBack(page)).state, 'keys');
}));
