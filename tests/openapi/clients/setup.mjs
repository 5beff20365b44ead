// The setup of tests with third-party tools: the real program with the data of `callboard demo`, and a folder in which the
// tools are installed. stop() removes everything.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { programPath, startListener, startServer } from '../../support/program.mjs';

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
                        '--analytics-bytes', '--token-requests', '--token-requests-per-address', '--page-requests',
                        '--static-file-requests', '--posting-requests', '--probe-requests',
                        '--failed-authentications'].flatMap((name) => [name, '0']);
        this.address = await startServer(['--log-level', 'error', ...limits, ...data], this.#background());
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

    // Options of a process that stop() ends.
    #background() {
        return { cwd: this.folder, started: (process) => this.#children.push(process) };
    }

    // A proxy before the server that responds with an error if a request or response violates the document.
    async prism() {
        const line = await startListener(this.node('prism'),
                                         ['proxy', this.document, this.address, '--errors', '--port', '0'],
                                         { ...this.#background(), matches: (text) => text.includes('Prism is listening') });
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
