// The program under test, as a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

export function programPath() {
    assert.ok(process.env.CALLBOARD, 'CALLBOARD names the program');
    return resolve(process.env.CALLBOARD);
}

// Starts a background process, which is killed when this one exits. Returns it and a promise of its end.
export async function startProcess(program, words, { cwd } = {}) {
    const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((done, fail) => child.once('spawn', done).once('error', fail));
    const kill = () => child.kill('SIGKILL');
    process.on('exit', kill);
    const ended = new Promise((done) => child.once('exit', done)).finally(() => process.off('exit', kill));
    return { child, ended };
}

// Starts a background process and returns the first line of its output that matches. `started` gets the process as soon as it
// can be stopped.
export async function startListener(program, words, { cwd, matches = () => true, started = () => {} } = {}) {
    const { child, ended } = await startProcess(program, words, { cwd });
    started({ child, ended });
    const others = [];
    return new Promise((done, fail) => {
        createInterface({ input: child.stdout })
            .on('line', (line) => (matches(line) ? done(line) : others.push(line)))
            .once('close', () => fail(new Error(`${program} ended\n${others.slice(-20).join('\n')}`)));
    });
}

// Starts `callboard serve` on a free port and returns its address.
export async function startServer(words, options = {}) {
    const isAddress = (line) => line.startsWith('listening on ');
    const line = await startListener(programPath(), ['serve', '--listen', '127.0.0.1:0', ...words],
                                     { ...options, matches: isAddress });
    return line.replace('listening on ', '');
}
