// The setup of browser tests: the real program with a company and applications, a partner's server as the redirect target,
// and a browser. stop() removes everything.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { LAUNCH, TIMEOUT_MS, watchProblems } from '../support/chromium.mjs';
import { PostgresDatabase } from '../support/postgres_database.mjs';
import { programPath, startServer } from '../support/program.mjs';

export const PASSWORD = 'correct-horse-battery';

export class Setup {
    #folder;
    #database;
    #program;
    #partner;
    #browser;
    #people = 0;
    #words = [];
    #others = [];

    // `words` are further options of the server, `others` further origins that the browser may call.
    static async start(words = [], others = []) {
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
        this.#folder = await mkdtemp(join(tmpdir(), 'callboard-browser-'));
        this.#database = await PostgresDatabase.make();
        await this.#startProgram();
        await this.#startPartner();
        await this.command('company', 'add', '--name', 'Acme Corp', '--identifier', 'acme');
        this.#browser = await chromium.launch(LAUNCH);
    }

    async #startProgram() {
        const started = ({ child, ended }) => {
            this.#program = child;
            this.ended = ended;
        };
        // Tests ask for more pages than people do.
        this.address = await startServer(['--log-level', 'warn', '--page-requests', '0', '--static-file-requests', '0', '--posting-requests', '0',
                                          ...this.#words, ...this.#where], { started });
    }

    async #startPartner() {
        this.#partner = createServer((request, response) => {
            response.setHeader('Content-Type', 'text/html');
            response.end('<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,"><h1>Welcome back</h1>');
        });
        await new Promise((done) => this.#partner.listen(0, '127.0.0.1', done));
        this.partner = `http://127.0.0.1:${this.#partner.address().port}`;
        this.callback = `${this.partner}/callback`;
    }

    async stop() {
        await this.#browser?.close();
        this.#partner?.closeAllConnections();
        this.#partner?.close();
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
        const given = typeof words[0] === 'object' ? words.shift().input : '';
        const input = words.includes('--password-stdin') ? `${PASSWORD}\n` : given;
        return new Promise((done, fail) => {
            const child = execFile(programPath(), [...words, ...this.#where, '--json'], (problem, out, errors) =>
                problem ? fail(new Error(errors || problem.message)) : done(JSON.parse(out)));
            child.stdin.end(input);
        });
    }

    // A new user, not shared with other tests.
    async addPerson(role = 'ADMINISTRATOR') {
        const email = `ada${++this.#people}@acme.example`;
        await this.command('user', 'add', '--company', 'acme', '--email', email, '--first-name', 'Ada', '--last-name',
                           'Byron', '--role', role, '--password-stdin');
        return { email, password: PASSWORD };
    }

    // Calls the API with a new key of an administrator, which the server knows within a second.
    async addApi() {
        const { email } = await this.addPerson();
        const { api_key: key } = await this.command('credential', 'create', '--company', 'acme', '--kind', 'api-key', '--user', email);
        const headers = { 'X-SmartToken': key, 'Content-Type': 'application/json' };
        while ((await fetch(`${this.address}/users/me`, { headers })).status === 401);
        return async (method, path, body) => {
            const answer = await fetch(this.address + path, { method, headers, body: body && JSON.stringify(body) });
            const text = await answer.text();
            assert.ok(answer.ok, `${method} ${path}: ${text}`);
            return text ? JSON.parse(text) : null;
        };
    }

    async addApplication(name, scope) {
        const { client_id: id, client_secret: secret } = await this.command(
            'app', 'register', '--name', name, '--redirect-uri', this.callback, '--scope', scope);
        return { name, scope, id, secret };
    }

    // The URL to which an application redirects its users.
    authorizeUrl(application, state) {
        const query = new URLSearchParams(
            { client_id: application.id, redirect_uri: this.callback, scope: application.scope, state });
        return `${this.address}/identity/oauth/allow?${query}`;
    }

    // Exchanges an authorization code for tokens.
    async exchange(application, code) {
        const answer = await fetch(`${this.address}/identity/oauth/token`, {
            method: 'POST',
            headers: { Authorization: `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}` },
            body: new URLSearchParams({ grant_type: 'authorization_code', code }),
        });
        assert.equal(answer.status, 200);
        return answer.json();
    }

    async me(tokens) {
        return fetch(`${this.address}/users/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
    }

    // Runs the steps in a new browser context, without JavaScript by default. Fails on errors in the browser and on requests
    // to servers that are not expected.
    async visit(steps, options = {}) {
        const context = await this.#browser.newContext(
            { javaScriptEnabled: false, viewport: { width: 1280, height: 800 }, ...options });
        context.setDefaultTimeout(TIMEOUT_MS);
        const problems = watchProblems(context, () => [this.address, this.partner, ...this.#others]);
        try {
            await steps(context);
        } finally {
            await context.close();
        }
        assert.deepEqual(problems.filter((text) => !options.expected?.test(text)), []);
    }
}
