// Dex, an OpenID Connect provider in Go, on a free port, with TLS. It is built from the module versions of dex/go.sum into
// build/dex, which takes minutes and is done once.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { startProcess } from '../support/program.mjs';
import { CLIENT, makeCertificate } from './support.mjs';

const MODULE = join(dirname(fileURLToPath(import.meta.url)), 'dex');
const BUILD = resolve(MODULE, '../../../build/dex');
const PROGRAM = join(BUILD, 'dex');
const SQLITE_OF_SYSTEM = 'libsqlite3';  // Dex does not build without SQLite, and its own takes a minute to compile

export const PASSWORD = 'correct-horse-battery';
const HASH_OF_PASSWORD = '$2a$10$callboardcallboardcalevmxZkbLDCZz/r0UTa2c6LNg/QxlC1ie';  // bcrypt

async function changedAt(file) {
    return (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
}

async function build() {
    if (await changedAt(PROGRAM) > await changedAt(join(MODULE, 'go.sum'))) return;
    const caches = { GOPATH: join(BUILD, 'go'), GOMODCACHE: join(BUILD, 'go', 'modules'), GOCACHE: join(BUILD, 'cache') };
    const env = { CC: 'clang-19', ...process.env, ...caches, CGO_ENABLED: '1', GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' };
    await mkdir(BUILD, { recursive: true });
    await promisify(execFile)('go', ['build', '-tags', SQLITE_OF_SYSTEM, '-o', PROGRAM, 'github.com/dexidp/dex/cmd/dex'],
                              { cwd: MODULE, env });
    for (const folder of [caches.GOPATH, caches.GOCACHE]) await rm(folder, { recursive: true });  // more than a gigabyte
}

async function freePort() {
    const probe = createServer();
    await new Promise((done) => probe.listen(0, '127.0.0.1', done));
    const { port } = probe.address();
    await new Promise((done) => probe.close(done));
    return port;
}

export class Dex {
    #folder;
    #files;
    #port;
    #process;

    static async prepare() {
        const dex = new Dex();
        await build();
        dex.#folder = await mkdtemp(join(tmpdir(), 'callboard-dex-'));
        dex.#files = await makeCertificate(dex.#folder);
        dex.#port = await freePort();
        return dex;
    }

    get certificate() {
        return this.#files.certificate;
    }

    get issuer() {
        return `https://127.0.0.1:${this.#port}`;
    }

    // Starts, once the address of the program is known. `people` have an id, an e-mail and a name, and all the same PASSWORD.
    async start(address, company, people) {
        const config = join(this.#folder, 'config.json');
        await writeFile(config, JSON.stringify({
            issuer: this.issuer,
            storage: { type: 'memory' },
            web: { https: `127.0.0.1:${this.#port}`, tlsCert: this.#files.certificate, tlsKey: this.#files.key },
            logger: { level: 'error' },
            staticClients: [{ id: CLIENT.id, secret: CLIENT.secret, name: 'Callboard',
                              redirectURIs: [`${address}/identity/sso/${company}/callback`] }],
            enablePasswordDB: true,
            staticPasswords: people.map(({ id, email, name }) => ({ userID: id, email, username: name, hash: HASH_OF_PASSWORD })),
        }));
        await this.#start(config);
    }

    async #start(config) {
        this.#process = await startProcess(PROGRAM, ['serve', config]);
        let hasEnded = false;
        this.#process.ended.then(() => { hasEnded = true; });
        const ca = await readFile(this.certificate);
        while (!await this.#answers(ca)) {
            if (hasEnded) throw new Error('Dex ended');
        }
    }

    #answers(ca) {
        return new Promise((done) => {
            get(`${this.issuer}/healthz`, { ca, agent: false }, (response) => {
                response.resume();
                done(response.statusCode === 200);
            }).once('error', () => done(false));
        });
    }

    // Its keys are in its memory only: after a restart it signs with a new one.
    async restart() {
        await this.#end();
        await this.#start(join(this.#folder, 'config.json'));
    }

    async #end() {
        this.#process?.child.kill('SIGKILL');  // it would wait for the connections of the browser
        await this.#process?.ended;
    }

    async stop() {
        await this.#end();
        if (this.#folder) await rm(this.#folder, { recursive: true });
    }
}
