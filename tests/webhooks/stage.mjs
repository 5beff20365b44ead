// What the judges stand on: the real program as a sandbox, with a company and an administrator's key in it. Nothing is
// left behind.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const HOOKS = '/webhooks-api/v201907';

export class Stage {
    #folder;
    #program;
    #key;
    #inboxes = 0;

    static async set() {
        const stage = new Stage();
        try {
            await stage.#start();
        } catch (problem) {
            await stage.clear();
            throw problem;
        }
        return stage;
    }

    async #start() {
        this.#folder = await mkdtemp(join(tmpdir(), 'callboard-webhooks-'));
        this.#program = spawn(programPath(), ['serve', '--sandbox', '--listen', '127.0.0.1:0', '--log-level', 'warn',
                                              '--customer-requests', '0', ...this.#where],
                              { stdio: ['ignore', 'pipe', 'inherit'] });
        await new Promise((done, fail) => this.#program.once('spawn', done).once('error', fail));
        const killed = () => this.#program.kill('SIGKILL');
        process.on('exit', killed);
        this.ended = new Promise((done) => this.#program.once('exit', done)).finally(() => process.off('exit', killed));
        for await (const line of createInterface({ input: this.#program.stdout })) {
            this.address = line.replace('listening on ', '');
            break;
        }
        assert.ok(this.address, 'the program did not start');
        await this.#command('company', 'add', '--name', 'Acme Corp', '--identifier', 'acme');
        await this.#command('user', 'add', '--company', 'acme', '--email', 'ada@acme.example', '--first-name', 'Ada',
                            '--last-name', 'Byron', '--role', 'ADMINISTRATOR');
        this.#key = (await this.#command('credential', 'create', '--company', 'acme', '--kind', 'api-key')).api_key;
        await until(async () => (await this.#fetch('GET', '/users/me')).status === 200);  // the server knows the key
    }

    async clear() {
        this.#program?.kill();
        await this.ended;
        if (this.#folder) await rm(this.#folder, { recursive: true });
    }

    get #where() {
        return ['--data-dir', join(this.#folder, 'data')];
    }

    // Runs a command of the program; what it prints, read as JSON.
    async #command(...words) {
        return new Promise((done, fail) => {
            execFile(programPath(), [...words, ...this.#where, '--json'], (problem, out, said) =>
                problem ? fail(new Error(said || problem.message)) : done(JSON.parse(out)));
        });
    }

    #fetch(method, path, body) {
        return fetch(this.address + path, {
            method,
            headers: { 'X-SmartToken': this.#key, 'Content-Type': 'application/json' },
            body: body && JSON.stringify(body),
        });
    }

    // What the API answers, read as JSON; every answer but a good one is a failure.
    async call(method, path, body) {
        const answer = await this.#fetch(method, path, body);
        const text = await answer.text();
        assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
        return text ? JSON.parse(text) : undefined;
    }

    // An inactive subscription to an inbox of its own, with the first of its keys.
    async subscribe(events) {
        const inbox = `/sandbox/inbox/judge${++this.#inboxes}`;
        const { id } = await this.call('POST', `${HOOKS}/subscriptions`, { callbackUrl: this.address + inbox, events });
        const path = `${HOOKS}/subscriptions/${id}`;
        return { path, inbox, key: await this.newKey(path) };
    }

    async newKey(subscription) {
        return (await this.call('POST', `${subscription}/secret-key`)).secretKey;
    }

    // Everything in the inbox once there are so many, oldest first: headers, names in lower case, and the body as text.
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

async function until(holds) {
    const deadline = Date.now() + 30_000;
    while (!await holds()) {
        assert.ok(Date.now() < deadline, 'it took too long');
        await new Promise((done) => setTimeout(done, 20));
    }
}

function programPath() {
    assert.ok(process.env.CALLBOARD, 'CALLBOARD names the program');
    return resolve(process.env.CALLBOARD);
}
