// The setup of tests with third-party tools: the real program with the data of `callboard demo`, and a folder in which the
// tools are installed. stop() removes everything.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const HERE = dirname(fileURLToPath(import.meta.url));
const MAX_OUTPUT = 2 ** 26;

export class Setup {
    #children = [];

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
        this.folder = await mkdtemp(join(tmpdir(), 'callboard-clients-'));
        await cp(HERE, this.folder, { recursive: true });
        const data = ['--data-dir', join(this.folder, 'data')];
        this.key = JSON.parse(await this.run(programPath(), ['demo', '--json', ...data])).api_key;
        const limits = ['--customer-requests', '--customer-concurrency', '--candidate-list-concurrency',
                        '--publication-requests', '--reporting-interval', '--analytics-concurrency',
                        '--analytics-bytes'].flatMap((name) => [name, '0']);
        const line = await this.#listener(programPath(), ['serve', '--listen', '127.0.0.1:0', '--log-level', 'error',
                                                          ...limits, ...data], (line) => line.startsWith('listening on '));
        this.address = line.replace('listening on ', '');
        this.document = join(this.folder, 'openapi.json');
        await writeFile(this.document, await this.run(programPath(), ['openapi']));
    }

    async stop() {
        for (const { child, ended } of this.#children) {
            child.kill();
            await ended;
        }
        if (this.folder) await rm(this.folder, { recursive: true });
    }

    // Runs a command in the folder and returns its output.
    run(program, words, { env = {} } = {}) {
        return new Promise((done, fail) => {
            execFile(program, words, { cwd: this.folder, env: { ...process.env, ...env },
                                       maxBuffer: MAX_OUTPUT },
                     (problem, out, errors) => (problem
                         ? fail(new Error(`${program} ${words.join(' ')}\n${out}\n${errors || problem.message}`)) : done(out)));
        });
    }

    // Starts a background process and returns the first line of its output that matches.
    async #listener(program, words, matches) {
        const child = spawn(program, words, { cwd: this.folder, stdio: ['ignore', 'pipe', 'inherit'] });
        await new Promise((done, fail) => child.once('spawn', done).once('error', fail));
        const killed = () => child.kill('SIGKILL');
        process.on('exit', killed);
        const ended = new Promise((done) => child.once('exit', done)).finally(() => process.off('exit', killed));
        this.#children.push({ child, ended });
        const others = [];
        const found = await new Promise((done, fail) => {
            createInterface({ input: child.stdout })
                .on('line', (line) => (matches(line) ? done(line) : others.push(line)))
                .once('close', () => fail(new Error(`${program} ended\n${others.slice(-20).join('\n')}`)));
        });
        return found;
    }

    // A proxy before the server that responds with an error if a request or response violates the document.
    async prism() {
        const line = await this.#listener(this.node('prism'),
                                          ['proxy', this.document, this.address, '--errors', '--port', '0'],
                                          (line) => line.includes('Prism is listening'));
        return line.match(/http:\/\/[\d.]+:\d+/)[0];
    }

    async installPython() {
        await this.run('python3', ['-m', 'venv', 'python']);
        await this.run(this.python('pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt']);
    }

    python(program) {
        return join(this.folder, 'python', 'bin', program);
    }

    node(program) {
        return join(this.folder, 'node_modules', '.bin', program);
    }

    async installNode() {
        await this.run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    }
}

function programPath() {
    assert.ok(process.env.CALLBOARD, 'CALLBOARD names the program');
    return resolve(process.env.CALLBOARD);
}
