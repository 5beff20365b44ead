// Two linters check the OpenAPI document of the built program.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

let folder;
let file;

before(async () => {
    assert.ok(process.env.CALLBOARD, 'CALLBOARD names the program');
    folder = await mkdtemp(join(tmpdir(), 'callboard-openapi-'));
    file = join(folder, 'openapi.json');
    const { code, out, errors } = await run(resolve(process.env.CALLBOARD), 'openapi');
    assert.equal(code, 0, errors);
    await writeFile(file, out);
});
after(() => folder && rm(folder, { recursive: true }));

function run(program, ...words) {
    return new Promise((done) => {
        execFile(program, words, { cwd: HERE, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 26 },
                 (problem, out, errors) => done({ code: problem ? problem.code : 0, out, errors }));
    });
}

// The findings of a linter, as JSON. Exit code 1 means that it found errors.
async function lint(name, ...words) {
    const { code, out, errors } = await run(join(HERE, 'node_modules', '.bin', name), 'lint', file, ...words);
    assert.ok(code === 0 || code === 1, errors);
    return JSON.parse(out);
}

// A path of the public API, whose second segment could be the id of a candidate, as far as a linter knows.
const isOfAttachments = ({ ruleId, message }) => ruleId === 'no-ambiguous-paths' && message.includes('`/candidates/attachments/{attachmentId}`');

test('Redocly finds nothing', async () => {
    const { problems } = await lint('redocly', '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000');
    assert.deepEqual(problems.filter((problem) => !isOfAttachments(problem)).map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`), []);
});

test('Spectral finds nothing', async () => {
    const problems = await lint('spectral', '--ruleset', '.spectral.yaml', '--format', 'json', '--quiet');
    assert.deepEqual(problems.map(({ code, message, path }) => `${code}: ${message} #/${path.join('/')}`), []);
});
