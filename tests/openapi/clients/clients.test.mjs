// The OpenAPI document and the server, as tools of others see them: generators whose clients are compiled strictly and
// call the server, a proxy that checks both directions, and a tool that makes up requests. They are installed anew, from
// the registries that pip and npm use, which takes minutes: only with TEST_CLIENTS.
import assert from 'node:assert/strict';
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

    // Its own client.py is not written for mypy --strict: mypy.ini leaves that file out.
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
        await stage.run(stage.node('openapi-typescript'), ['openapi.json', '--output', 'schema.d.ts']);
        await stage.run(stage.node('tsc'), ['--project', '.']);
        await stage.run(process.execPath, ['out/calls.js'], { env: where() });
    });

    test('OpenAPI Generator generates a Go client that passes go vet and calls the server', async () => {
        const properties = 'withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false,enumClassPrefix=true';
        const parts = 'models,apis,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
        await stage.run(stage.python('openapi-generator-cli'),
                        ['generate', '-g', 'go', '-i', 'openapi.json', '-o', 'callboard', '--package-name', 'callboard',
                         `--additional-properties=${properties}`, '--global-property', parts]);
        const go = { GOFLAGS: '-mod=readonly -modcacherw', GOPATH: join(stage.folder, 'go'),
                     GOCACHE: join(stage.folder, 'go-cache') };
        await stage.run('go', ['vet', './...'], { env: go });
        await stage.run('go', ['run', '.'], { env: { ...go, ...where() } });
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

    // The server is more lenient than the document, which tells the one form that clients should send: it takes null for
    // what is absent, a date for a time, and any body where it reads none. One check asks for the opposite. Pages for
    // people are tried with a browser. Threads are avoided because they crash the compiler of Python 3.11.
    test('Schemathesis finds nothing', async () => {
        await stage.run(stage.python('schemathesis'),
                        ['run', 'openapi.json', '--url', stage.address, '--header', `X-SmartToken: ${stage.key}`,
                         '--checks', 'all', '--exclude-checks', 'negative_data_rejection', '--max-examples', '10',
                         '--seed', '1', '--workers', '1', '--exclude-path-regex', '^/(identity|docs|assets|metrics|$)',
                         '--no-color']);
    });
});
