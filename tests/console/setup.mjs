// The setup of the tests of the console: the real program with demo data, a browser, and people of every role who are signed
// in. stop() removes everything.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { chromium } from 'playwright-core';

import { LAUNCH, TIMEOUT_MS, watchProblems } from '../support/chromium.mjs';
import { PostgresDatabase } from '../support/postgres_database.mjs';
import { programPath, startServer } from '../support/program.mjs';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const PICTURES = resolve(process.env.TEST_ARTIFACTS ?? join(dirname(process.env.CALLBOARD ?? '.'), 'browser-artifacts'), 'console');

// What need not exist (a note, a secret key, an approval) is asked for with a GET, and browsers report its 404 as an error.
const ABSENT = /\/(note|secret-key|approvals\/latest): Failed to load resource: .* 404/;

// People of the demo company, one of each role.
export const PEOPLE = {
    ADMINISTRATOR: 'ines.okafor@harbourlane.example',
    EXTENDED: 'tomasz.wilk@harbourlane.example',
    STANDARD: 'priya.raman@harbourlane.example',
    RESTRICTED: 'jonas.lindqvist@harbourlane.example',
    EMPLOYEE: 'mei.tanaka@harbourlane.example',
};

export async function picture(page, name) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`), caret: 'initial' });
}

export class Setup {
    #folder;
    #database;
    #program;
    #browser;
    #key;
    #signedIn = new Map();
    #others;
    #words;

    // `words` are further options of the server, `others` further origins that the browser may call.
    static async start({ words = [], others = [] } = {}) {
        const setup = new Setup();
        setup.#words = words;
        setup.#others = others;
        try {
            await setup.#start();
        } catch (problem) {
            await setup.stop();
            throw problem;
        }
        return setup;
    }

    async #start() {
        this.#folder = await mkdtemp(join(tmpdir(), 'callboard-console-'));
        this.#database = await PostgresDatabase.make();
        const demo = await this.command('demo');
        this.password = demo.password;
        this.#key = demo.api_key;
        const started = ({ child, ended }) => {
            this.#program = child;
            this.ended = ended;
        };
        // Limits of the console stay; tests themselves call the API, and ask for pages, more often than people do.
        this.address = await startServer(
            ['--log-level', 'warn', '--page-requests', '0', '--static-file-requests', '0', '--customer-requests', '0',
             '--customer-concurrency', '0', '--candidate-list-concurrency', '0', '--publication-requests', '0',
             ...this.#words, ...this.#where], { started });
        this.#browser = await chromium.launch(LAUNCH);
    }

    async stop() {
        await this.#browser?.close();
        this.#program?.kill();
        await this.ended;
        await this.#database?.drop();
        if (this.#folder) await rm(this.#folder, { recursive: true });
    }

    get #where() {
        return ['--data-dir', join(this.#folder, 'data'), ...(this.#database ? ['--database', this.#database.url] : [])];
    }

    // Runs a command of the program and returns its JSON output. An object before the words has the `input`.
    async command(...words) {
        const input = typeof words[0] === 'object' ? words.shift().input : '';
        return new Promise((done, fail) => {
            const child = execFile(programPath(), [...words, ...this.#where, '--json'], (problem, out, errors) =>
                problem ? fail(new Error(errors || problem.message)) : done(out === '' ? null : JSON.parse(out)));
            child.stdin.end(input);
        });
    }

    // Calls the API with the key of an administrator.
    api = async (method, path, body) => {
        const patch = method === 'PATCH' ? (Array.isArray(body) ? 'application/json-patch+json' : 'application/merge-patch+json') : undefined;
        const answer = await fetch(this.address + path, {
            method, headers: { 'X-SmartToken': this.#key, 'Content-Type': patch ?? 'application/json' }, body: body && JSON.stringify(body),
        });
        const text = await answer.text();
        assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
        return text === '' ? null : JSON.parse(text);
    };

    // Runs a command that the console shows "as curl", in a folder of its own that has the `files`. Returns what is in it then.
    async curl(command, files = {}) {
        const folder = await mkdtemp(join(this.#folder, 'curl-'));
        for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
        const checked = command.replace(/^curl /, 'curl -sS --fail-with-body ');
        await promisify(execFile)('sh', ['-c', checked], { cwd: folder, env: { ...process.env, CALLBOARD_KEY: this.#key } });
        return Object.fromEntries(await Promise.all((await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')])));
    }

    // A new job, published unless told otherwise. Every test has its own.
    async addJob(title, { published = true, team = [] } = {}) {
        const job = await this.api('POST', '/jobs', {
            title, industry: { id: 'restaurants' }, function: { id: 'production' }, experienceLevel: { id: 'entry_level' },
            location: { countryCode: 'gb', city: 'Bristol' }, jobAd: { sections: { jobDescription: { text: '<p>Cook.</p>' } } },
        });
        for (const [role, email] of team) {
            const { content } = await this.api('GET', `/user-api/v201804/users?q=${encodeURIComponent(email)}`);
            await this.api('POST', `/jobs/${job.id}/hiring-team`, { id: content[0].id, role });
        }
        if (published) await this.api('POST', `/jobs/${job.id}/publication`, {});
        return job;
    }

    // A new candidate who applies for the job.
    async addApplicant(job, firstName, lastName, more = {}) {
        const email = `${crypto.randomUUID()}@example.com`;
        return this.api('POST', `/jobs/${job.id}/candidates`, { firstName, lastName, email, ...more });
    }

    async move(candidate, job, status, more = {}) {
        await this.api('PUT', `/candidates/${candidate.id}/jobs/${job.id}/status`, { status, ...more });
    }

    async statusOf(candidate, job) {
        return (await this.api('GET', `/candidates/${candidate.id}/jobs/${job.id}`)).status;
    }

    // The newest mail to the address that has a link. Needs --sandbox.
    async mailTo(address) {
        return until(async () => (await this.api('GET', '/sandbox/mails')).mails.find((mail) => mail.to === address && mail.link));
    }

    // Somebody applies on the careers page, and asks by the link of the mail for the deletion of the data. Needs --sandbox.
    async addErasureRequest(job, firstName, lastName, answers = {}) {
        const [{ applyUrl }] = await this.api('GET', `/jobs/${job.id}/jobads`);
        const email = `${crypto.randomUUID()}@example.com`;
        const page = applyUrl.replace(/\?.*/, '');
        const version = /name="form" value="(\w+)"/.exec(await (await fetch(applyUrl)).text())[1];
        const form = new FormData();
        for (const [name, value] of Object.entries({ form: version, firstName, lastName, email, ...answers })) form.set(name, value);
        const applied = await fetch(page, { method: 'POST', body: form });
        assert.ok(applied.ok, `${applied.status} ${await applied.text()}`);
        const { link } = await this.mailTo(email);
        const asked = await fetch(`${this.address}/careers/harbourlane/status`, {
            method: 'POST', body: new URLSearchParams({ action: 'erase', link: new URL(link).searchParams.get('token') }),
        });
        assert.ok(asked.ok, `${asked.status} ${await asked.text()}`);
        const { content } = await this.api('GET', '/erasure-requests?limit=100');
        return content.find((request) => request.lastName === lastName);
    }

    // Signs in on the sign-in page; ends on the page `to`.
    async signIn(page, email, { to = '/console', password = this.password } = {}) {
        await page.goto(`${this.address}/identity/sign-in?to=${encodeURIComponent(to)}`);
        await page.getByLabel('E-mail').fill(email);
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL((url) => url.pathname.startsWith(to));
    }

    // The cookies of a person of this role, who signs in once.
    async #cookies(role) {
        if (!this.#signedIn.has(role)) {
            const context = await this.#browser.newContext();
            context.setDefaultTimeout(TIMEOUT_MS);
            await this.signIn(await context.newPage(), PEOPLE[role] ?? role, { to: '/identity/security' });
            this.#signedIn.set(role, await context.storageState());
            await context.close();
        }
        return this.#signedIn.get(role);
    }

    // Runs the steps with a page of a new browser context in which somebody of this role is signed in (null: nobody). Fails
    // on errors in the browser, violations of the Content-Security-Policy and requests to servers that are not expected.
    async as(role, steps, options = {}) {
        const { expected, ...more } = options;
        const storageState = role === null ? undefined : await this.#cookies(role);
        const context = await this.#browser.newContext({ viewport: DESKTOP, storageState, ...more });
        context.setDefaultTimeout(TIMEOUT_MS);
        const problems = watchProblems(context, () => [this.address, ...this.#others]);
        try {
            const page = await context.newPage();
            page.open = (path) => page.goto(`${this.address}/console${path}`);
            await steps(page, context);
        } finally {
            await context.close();
        }
        assert.deepEqual(problems.filter((text) => !ABSENT.test(text) && !expected?.test(text)), []);
    }
}

// What people see: elements by role and name.
export function heading(page, name, level = 1) {
    return page.getByRole('heading', { level, name, exact: typeof name === 'string' });
}

export function press(page, name) {
    return page.getByRole('button', { name, exact: true }).click();
}

// The commands behind the button "as curl" in this part of the page.
export async function commandsIn(page, part) {
    await press(part, 'as curl');
    const dialog = page.getByRole('dialog').last();
    await dialog.locator('pre').first().waitFor();
    const commands = await dialog.locator('pre').allInnerTexts();
    await page.keyboard.press('Escape');
    return commands;
}

// A field of a form. Labels of fields that may be empty end with "optional".
export function field(page, label) {
    return page.getByLabel(new RegExp(`^${label}( optional)?$`));
}

// What is wrong with a field, as it says beside it; null if nothing is.
export function faultOf(page, label) {
    return field(page, label).evaluate((input) => (input.getAttribute('aria-invalid') !== 'true' ? null
        : document.getElementById(input.getAttribute('aria-describedby').split(' ')[0]).innerText));
}

// Types into a field what somebody else has changed meanwhile (`change`), shows the text of the other, and saves `again` instead.
export async function saveOverTheirs(page, label, again, change) {
    await field(page, label).fill('Mine');
    await change('Theirs');
    await press(page, 'Save');
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed by somebody else' });
    await conflict.waitFor();
    await press(conflict, 'Discard mine, show theirs');
    await until(async () => await field(page, label).inputValue() === 'Theirs');
    await field(page, label).fill(again);
    await press(page, 'Save');
}

// A short message at the edge of the window.
export function notice(page, text) {
    return page.locator('.toast').filter({ hasText: text });
}

// The screen shows its data: it has a heading, and nothing is being loaded any more.
export async function settled(page) {
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await page.waitForFunction(() => document.querySelector('main .skeleton, main [aria-busy=true]') === null);
}

// The column of a pipeline, and a card in it.
export function column(page, title) {
    return page.getByRole('region', { name: new RegExp(`^${title}, `) });
}

export function card(page, name, title) {
    return (title === undefined ? page : column(page, title)).getByRole('button', { name: new RegExp(`^${name}, in `) });
}

// Waits until the condition holds, for what is not on a page.
export async function until(condition) {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
        const value = await condition();
        if (value) return value;
        assert.ok(Date.now() < deadline, `never: ${condition}`);
        await new Promise((done) => setTimeout(done, 20));
    }
}
