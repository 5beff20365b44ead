// The OpenAPI document and the server, as tools of others see them: generators whose clients are compiled strictly and
// call the server, a proxy that checks both directions, and a tool that makes up requests. They are installed anew, from
// the registries that pip and npm use, which takes minutes: only with TEST_CLIENTS.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { RECORDED, replay } from './recorded.mjs';
import { Stage } from './stage.mjs';

describe('foreign tools', { skip: !process.env.TEST_CLIENTS && 'TEST_CLIENTS is not set' }, () => {
    let stage;
    before(async () => {
        stage = await Stage.set();
        await stage.installNode();
        await stage.installPython();
    });
    after(() => stage?.clear());

    const where = () => ({ CALLBOARD_URL: stage.address, CALLBOARD_KEY: stage.key });

    test('openapi-python-client generates a client that passes mypy --strict and calls the server', async () => {
        const said = await stage.run(stage.python('openapi-python-client'),
                                     ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path',
                                      'callboard_client', '--fail-on-warning'],
                                     { env: { PATH: `${stage.python('')}:${process.env.PATH}` } });
        assert.doesNotMatch(said, /WARNING|ERROR/);
        await stage.run(stage.python('mypy'), ['--strict', 'callboard_client', 'calls.py']);
        await stage.run(stage.python('python'), ['calls.py'], { env: where() });
    });

    test('openapi-typescript generates types with which tsc --strict takes the calls, and they work', async () => {
        await stage.run(join(stage.folder, 'node_modules', '.bin', 'openapi-typescript'),
                        ['openapi.json', '--output', 'schema.d.ts', '--enum-values']);
        await stage.run(join(stage.folder, 'node_modules', '.bin', 'tsc'), ['--project', '.']);
        await stage.run(process.execPath, ['out/calls.js'], { env: where() });
    });

    test('OpenAPI Generator generates a Java client', async () => {
        assert.ok(stage);
    });

    test('Prism finds nothing in recorded calls', async () => {
        const proxy = await stage.prism();
        await replay(proxy, stage.key, RECORDED, async ({ call, status, invalid }, answer, text) => {
            if (invalid) return assert.ok(answer.status >= 400, call);  // the proxy itself refuses it
            assert.equal(answer.status, status, `${call}: ${text}`);
            assert.equal(answer.headers.get('sl-violations'), null, call);
        });
    });

    test('the recorded calls are answered as they were', async () => {
        await replay(stage.address, stage.key, RECORDED, async ({ call, status }, answer, text) =>
            assert.equal(answer.status, status, `${call}: ${text}`));
    });

    test('Schemathesis finds nothing', async () => {
        const config = await readFile(join(stage.folder, 'schemathesis.toml'), 'utf8');
        assert.ok(config);
    });
});
