// Instructions of the server for one request, counted by callgrind: the only measure of speed that does not depend on the
// load of the machine. The limit prevents regressions; the goal of docs/benchmarks.md is lower.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const REQUESTS = 2000;
const WARM_UP = 200;
const IDLE_MS = 2000;
const HIGH_LIMIT = ['--customer-requests', '60000'];  // requests are counted, and the limit is never reached

let folder;
let server;
let ended;
let port;
let key;

before(async () => {
    assert.ok(process.env.CALLBOARD, 'CALLBOARD names the program');
    const program = resolve(process.env.CALLBOARD);
    folder = await mkdtemp(join(tmpdir(), 'callboard-instructions-'));
    const where = ['--data-dir', join(folder, 'data')];
    key = JSON.parse(await run(program, 'demo', '--json', ...where)).api_key;
    server = spawn('valgrind', ['--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${join(folder, 'count')}`,
                                program, 'serve', '--workers', '1', '--listen', '127.0.0.1:0', '--log-level', 'warn',
                                ...HIGH_LIMIT, ...where],
                   { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    server.stderr.on('data', (bytes) => { errors += bytes; });
    ended = new Promise((done) => server.once('exit', done));
    await new Promise((done, fail) => server.once('spawn', done).once('error', fail));
    process.once('exit', () => server.kill('SIGKILL'));
    for await (const line of createInterface({ input: server.stdout })) {
        port = Number(new URL(line.replace('listening on ', '')).port);
        break;
    }
    assert.ok(port, errors);
});
after(async () => {
    server?.kill('SIGKILL');
    await ended;
    if (folder) await rm(folder, { recursive: true });
});

function run(program, ...words) {
    return new Promise((done, fail) => {
        execFile(program, words, (problem, out, err) => problem ? fail(new Error(`${problem.message}\n${err}`)) : done(out));
    });
}

const control = (...words) => run('callgrind_control', ...words, String(server.pid));

// One connection, one request at a time.
class Caller {
    #socket = connect(port, '127.0.0.1').setNoDelay(true);
    #received = '';
    #answered;

    constructor() {
        this.#socket.setEncoding('latin1');
        this.#socket.on('data', (bytes) => {
            this.#received += bytes;
            const head = this.#received.indexOf('\r\n\r\n');
            const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1]);
            if (head >= 0 && this.#received.length >= head + 4 + length) this.#answered.done(this.#received);
        });
        this.#socket.on('error', (problem) => this.#answered.fail(problem));
        this.#socket.on('close', () => this.#answered.fail(new Error('the server closed the connection')));
    }

    async get(path) {
        this.#received = '';
        const answer = new Promise((done, fail) => { this.#answered = { done, fail }; });
        this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\nX-SmartToken: ${key}\r\n\r\n`);
        assert.match(await answer, /^HTTP\/1.1 200 /);
        return JSON.parse(this.#received.slice(this.#received.indexOf('\r\n\r\n') + 4));
    }

    close() {
        this.#answered = { done() {}, fail() {} };
        this.#socket.destroy();
    }
}

// Instructions of all threads while the work is done, and how long that took.
async function count(work) {
    await control('--zero');
    await control('--instr=on');
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    await control('--instr=off');
    await control('--dump');
    const dumps = (await readdir(folder)).filter((name) => name.startsWith('count.'));
    const newest = dumps.sort((a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1])).at(-1);
    return { total: Number(/^totals: (\d+)/m.exec(await readFile(join(folder, newest), 'utf8'))[1]), took };
}

// With a new connection: the server closes one that is idle while callgrind is controlled.
async function getAll(path, times) {
    const caller = new Caller();
    for (let i = 0; i < times; ++i) await caller.get(path);
    caller.close();
}

async function instructionsOf(path) {
    await getAll(path, WARM_UP);
    const idle = await count(() => sleep(IDLE_MS));
    const busy = await count(() => getAll(path, REQUESTS));
    return Math.round((busy.total - idle.total * busy.took / idle.took) / REQUESTS);
}

// The minimum of three: on a busy machine the periodic work of the server adds instructions.
async function fewestInstructionsOf(path) {
    let found = Infinity;
    for (let i = 0; i < 3; ++i) found = Math.min(found, await instructionsOf(path));
    return found;
}

async function get(path) {
    const caller = new Caller();
    const answer = await caller.get(path);
    caller.close();
    return answer;
}

async function send(method, path, body, type = 'application/json') {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method, body: JSON.stringify(body), headers: { 'X-SmartToken': key, 'Content-Type': type },
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
}

test('GET /jobs/{id} takes at most 39,500 instructions', async (t) => {
    const { content } = await get('/jobs?limit=1');
    const found = await fewestInstructionsOf(`/jobs/${content[0].id}`);
    t.diagnostic(`${found} instructions`);
    assert.ok(found <= 39_500, `${found} instructions`);
});

// The goal is a tenth more than without.
test('Of a published job with twenty properties, at most 44,000', async (t) => {
    const { content } = await get('/jobs?limit=100');
    const job = content.find((each) => each.properties?.length > 0 && each.postingStatus === 'PUBLIC');
    const added = [];
    for (let number = job.properties.length; number < 20; ++number) {
        const { id } = await send('POST', '/configuration/job-properties', { label: `Number ${number}`, category: 'job', type: 'TEXT', visible: true });
        added.push({ op: 'add', path: '/properties/-', value: { id, value: { label: `The value ${number}` } } });
    }
    const changed = await send('PATCH', `/jobs/${job.id}`, added, 'application/json-patch+json');
    assert.equal(changed.properties.length, 20);
    const found = await fewestInstructionsOf(`/jobs/${job.id}`);
    t.diagnostic(`${found} instructions`);
    assert.ok(found <= 44_000, `${found} instructions`);
});
