// The examples of docs/webhooks.md: the page quotes them unchanged, they accept only valid signatures, and the receivers
// store events.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DOCS = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs');
const KEY = 'HeBVky2bccvvkcXPimH8c';
const ANOTHER = 'SecondKey0000000000';

let folder;
before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'callboard-examples-'));
    await cp(join(DOCS, 'examples'), folder, { recursive: true });
});
after(() => folder && rm(folder, { recursive: true }));

const PROGRAMS = { 'verify.py': 'python3', 'verify.mjs': 'node', 'receiver.py': 'python3', 'receiver.mjs': 'node' };
const MARKS = { python3: 'PYTHON', node: 'JAVASCRIPT' };

for (const [file, program] of Object.entries(PROGRAMS)) {
    test(`the page quotes ${file}`, async () => {
        const page = await readFile(join(DOCS, 'webhooks.md'), 'utf8');
        const code = await readFile(join(DOCS, 'examples', file), 'utf8');
        const mark = MARKS[program];
        assert.ok(page.includes(`cat > ${file} <<'${mark}'\n${code}${mark}\n`), `docs/webhooks.md has another ${file}`);
    });
}

// --- signatures

// Rows of the page: signed text | signature. A second row is the same text with another key.
async function vectors() {
    const page = await readFile(join(DOCS, 'webhooks.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (.*) \| `(v1[=,][^`]*)` \|$/gm)];
    let text;
    return rows.map(([, first, signature]) => {
        const key = first.match(/with the key `([^`]*)`$/)?.[1] ?? KEY;
        text = first.match(/^`(.*)`$/)?.[1] ?? text;
        return { text, key, signature };
    });
}

// The notification of a signed text. Only its body contains braces.
function messageOf({ text, signature }) {
    const body = text.match(/\{.*\}/)[0];
    const [before, behind] = text.split(body);
    if (signature.startsWith('v1,')) {
        const [id, timestamp] = before.split('.');
        return { headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }, body };
    }
    const [, id, name, version, link] = behind.match(/^\.([^.]*)\.(.*)\.(v[0-9]+)\.(.*)$/);
    const headers = { 'smartrecruiters-timestamp': before.slice(0, -1), 'event-id': id, 'event-name': name,
                      'event-version': version, 'smartrecruiters-signature': signature };
    return { headers: link ? { ...headers, Link: link } : headers, body };
}

// Whether an example accepts a message: [by the first scheme, by the second].
function verified(file, message, ...keys) {
    return new Promise((done) => {
        const child = execFile(PROGRAMS[file], [join(folder, file), ...keys], (problem, out) => {
            const lines = out.trim().split('\n').map((line) => line.split(': ')[1] === 'verified');
            assert.equal(lines.length, 2, out);
            assert.equal(problem ? problem.code : 0, lines.every(Boolean) ? 0 : 1);
            done(lines);
        });
        child.stdin.end(JSON.stringify(message));
    });
}

function schemeOf({ signature }) {
    return signature.startsWith('v1=') ? 0 : 1;
}

for (const file of ['verify.py', 'verify.mjs']) {
    test(`${file} knows the vectors of the page`, async () => {
        const all = await vectors();
        assert.equal(all.length, 6);
        for (const vector of all) {
            const message = messageOf(vector);
            const scheme = schemeOf(vector);
            assert.ok((await verified(file, message, 'x', vector.key))[scheme], vector.text);
            assert.deepEqual(await verified(file, message, 'x'), [false, false], vector.text);
            const other = { ...message, body: message.body.replace('"}', '0"}') };
            assert.deepEqual(await verified(file, other, vector.key), [false, false], vector.text);
        }
    });

    test(`${file} takes one good signature among others, whatever the case of names`, async () => {
        const [one, two] = (await vectors()).filter((vector) => schemeOf(vector) === 0).slice(2);
        const { headers, body } = messageOf(one);
        headers['smartrecruiters-signature'] = `v2=abc;${two.signature};${one.signature}`;
        const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
        assert.ok((await verified(file, { headers: upperCase, body }, one.key))[0]);
        assert.ok((await verified(file, { headers: upperCase, body }, two.key))[0]);
    });
}

// --- receivers

function freePort() {
    return new Promise((done) => {
        const server = createServer().listen(0, '127.0.0.1', () => {
            const { port } = server.address();
            server.close(() => done(port));
        });
    });
}

function signed({ id, timestamp = String(Math.floor(Date.now() / 1000)), key = KEY }) {
    const body = '{"id":"j1"}';
    const headers = { 'event-id': id, 'event-name': 'job.created', 'event-version': 'v1',
                      Link: '<https://api.example.test/jobs/j1>; rel=self', 'smartrecruiters-timestamp': timestamp };
    const text = [timestamp, body, id, 'job.created', 'v1', headers.Link].join('.');
    headers['smartrecruiters-signature'] = `v1=${createHmac('sha256', key).update(text).digest('hex')}`;
    return { method: 'POST', headers, body };
}

async function start(file, port) {
    const child = spawn(PROGRAMS[file], [join(folder, file), String(port), KEY, ANOTHER],
                        { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (text) => { errors += text; });
    const url = `http://127.0.0.1:${port}/`;
    for (const deadline = Date.now() + 120_000; ; await new Promise((done) => setTimeout(done, 20))) {
        const answer = await fetch(url, { method: 'POST', headers: { 'X-Hook-Secret': '4jn8fs9011jj8' } }).catch(() => null);
        if (answer) return { url, child, answer };
        assert.ok(Date.now() < deadline, errors);
    }
}

async function stop(child) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    await ended;
}

async function written(file) {
    if (file === 'receiver.mjs')
        return (await readFile(join(folder, 'events.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line).id);
    const query = 'import sqlite3; print(*[id for (id,) in sqlite3.connect("events.db").execute("SELECT id FROM event")])';
    return new Promise((done, fail) => execFile('python3', ['-c', query], { cwd: folder }, (problem, out) =>
        problem ? fail(problem) : done(out.trim().split(' ').sort())));
}

for (const file of ['receiver.py', 'receiver.mjs']) {
    test(`${file} shakes hands, keeps what is signed once, and refuses the rest`, async () => {
        const port = await freePort();
        const first = await start(file, port);
        const post = async (message) => (await fetch(first.url, message)).status;
        try {
            assert.equal(first.answer.status, 200);
            assert.equal(first.answer.headers.get('x-hook-secret'), '4jn8fs9011jj8');
            assert.equal(await post(signed({ id: 'e-1' })), 202);
            assert.equal(await post(signed({ id: 'e-2', key: ANOTHER })), 202);
            assert.equal(await post(signed({ id: 'e-1' })), 202);  // a repeat is acknowledged, too
            assert.equal(await post(signed({ id: 'e-3', key: 'AThird' })), 401);
            assert.equal(await post({ ...signed({ id: 'e-4' }), body: '{"id":"j2"}' }), 401);
            assert.equal(await post(signed({ id: 'e-5', timestamp: String(Math.floor(Date.now() / 1000) - 600) })), 401);
            assert.equal(await post(signed({ id: 'e-6', timestamp: '9'.repeat(400) })), 401);
            assert.equal(await post({ method: 'POST', body: '{}' }), 401);
        } finally {
            await stop(first.child);
        }

        const again = await start(file, port);  // it has kept its events
        try {
            assert.equal((await fetch(again.url, signed({ id: 'e-2' }))).status, 202);
        } finally {
            await stop(again.child);
        }
        assert.deepEqual(await written(file), ['e-1', 'e-2']);
    });
}
