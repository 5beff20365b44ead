// The setup of webhook tests: the real program as a sandbox, with a company and an administrator's API key. stop() removes
// everything.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { programPath, startServer } from '../support/program.mjs';

export const HOOKS = '/webhooks-api/v201907';

export class Setup {
    #folder;
    #program;
    #key;
    #inboxes = 0;

    static async start() {
        const setup = new Setup();
        try {
            await setup.#start();
        } catch (problem) {
            await setup.stop();
            throw problem;
        }
        return setup;
    }

    async #start() {
        this.#folder = await mkdtemp(join(tmpdir(), 'callboard-webhooks-'));
        const started = ({ child, ended }) => {
            this.#program = child;
            this.ended = ended;
        };
        this.address = await startServer(
            ['--sandbox', '--log-level', 'warn', '--customer-requests', '0', ...this.#where], { started });
        await this.#command('company', 'add', '--name', 'Acme Corp', '--identifier', 'acme');
        await this.#command('user', 'add', '--company', 'acme', '--email', 'ada@acme.example', '--first-name', 'Ada',
                            '--last-name', 'Byron', '--role', 'ADMINISTRATOR');
        this.#key = (await this.#command('credential', 'create', '--company', 'acme', '--kind', 'api-key')).api_key;
        await until(async () => (await this.#fetch('GET', '/users/me')).status === 200);  // the server knows the key
    }

    async stop() {
        this.#program?.kill();
        await this.ended;
        if (this.#folder) await rm(this.#folder, { recursive: true });
    }

    get #where() {
        return ['--data-dir', join(this.#folder, 'data')];
    }

    // Runs a command of the program and returns its JSON output.
    async #command(...words) {
        return new Promise((done, fail) => {
            execFile(programPath(), [...words, ...this.#where, '--json'], (problem, out, errors) =>
                problem ? fail(new Error(errors || problem.message)) : done(JSON.parse(out)));
        });
    }

    #fetch(method, path, body) {
        return fetch(this.address + path, {
            method,
            headers: { 'X-SmartToken': this.#key, 'Content-Type': 'application/json' },
            body: body && JSON.stringify(body),
        });
    }

    // The JSON response of the API; fails on every error status.
    async call(method, path, body) {
        const answer = await this.#fetch(method, path, body);
        const text = await answer.text();
        assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
        return text ? JSON.parse(text) : undefined;
    }

    // An inactive subscription with its own inbox and a first secret key.
    async subscribe(events) {
        const inbox = `/sandbox/inbox/test${++this.#inboxes}`;
        const { id } = await this.call('POST', `${HOOKS}/subscriptions`, { callbackUrl: this.address + inbox, events });
        const path = `${HOOKS}/subscriptions/${id}`;
        return { path, inbox, key: await this.newKey(path) };
    }

    async newKey(subscription) {
        return (await this.call('POST', `${subscription}/secret-key`)).secretKey;
    }

    // Waits for that many messages in the inbox and returns all, oldest first, with header names in lower case.
    async received(inbox, count) {
        let messages;
        await until(async () => {
            ({ messages } = await this.call('GET', inbox));
            return messages.length >= count;
        });
        return messages.reverse().map((message) => ({ ...message, headers: lowered(message.headers) }));
    }
}

function lowered(headers) {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function until(condition) {
    const deadline = Date.now() + 120_000;
    while (!await condition()) {
        assert.ok(Date.now() < deadline, 'timed out');
        await new Promise((done) => setTimeout(done, 20));
    }
}
