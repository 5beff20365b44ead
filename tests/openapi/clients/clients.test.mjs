// The OpenAPI document and the server with third-party tools: generated clients that are compiled strictly and call the
// server, a proxy that validates requests and responses, and a tool that generates requests. They are installed with pip and
// npm, which takes minutes: only with TEST_CLIENTS.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { RECORDED, replay } from './recorded.mjs';
import { Setup } from './setup.mjs';

describe('third-party tools', { skip: !process.env.TEST_CLIENTS && 'TEST_CLIENTS is not set' }, () => {
    let setup;
    before(async () => {
        setup = await Setup.start();
        await setup.installNode();
        await setup.installPython();
    });
    after(() => setup?.stop());

    const where = () => ({ CALLBOARD_URL: setup.address, CALLBOARD_KEY: setup.key });

    // The generated client.py does not pass mypy --strict: mypy.ini excludes it.
    test('openapi-python-client generates a client that passes mypy --strict and calls the server', async () => {
        const output = await setup.run(setup.python('openapi-python-client'),
                                     ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path',
                                      'callboard_client', '--fail-on-warning'],
                                     { env: { PATH: `${setup.python('')}:${process.env.PATH}` } });
        assert.doesNotMatch(output, /WARNING|ERROR/);
        await setup.run(setup.python('mypy'), ['--strict', 'callboard_client', 'calls.py']);
        await setup.run(setup.python('python'), ['calls.py'], { env: where() });
    });

    test('openapi-typescript generates types with which tsc --strict takes the calls, and they work', async () => {
        await setup.run(setup.node('openapi-typescript'), ['openapi.json', '--output', 'schema.d.ts']);
        await setup.run(setup.node('tsc'), ['--project', '.']);
        await setup.run(process.execPath, ['out/calls.js'], { env: where() });
    });

    test('OpenAPI Generator generates a Go client that passes go vet and calls the server', async () => {
        const properties = 'withGoMod=false,disallowAdditionalPropertiesIfNotPresent=false,enumClassPrefix=true';
        const parts = 'models,apis,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
        await setup.run(setup.python('openapi-generator-cli'),
                        ['generate', '-g', 'go', '-i', 'openapi.json', '-o', 'callboard', '--package-name', 'callboard',
                         `--additional-properties=${properties}`, '--global-property', parts]);
        const go = { GOFLAGS: '-mod=readonly -modcacherw', GOPATH: join(setup.folder, 'go'),
                     GOCACHE: join(setup.folder, 'go-cache') };
        await setup.run('go', ['vet', './...'], { env: go });
        await setup.run('go', ['run', '.'], { env: { ...go, ...where() } });
    });

    test('Prism finds nothing in recorded calls', async () => {
        const proxy = await setup.prism();
        await replay(proxy, setup.key, RECORDED, async ({ call, status, invalid }, answer, text) => {
            if (invalid) return assert.ok(answer.status >= 400, call);  // refused by the proxy itself
            assert.equal(answer.status, status, `${call}: ${text}`);
            assert.equal(answer.headers.get('sl-violations'), null, call);
        });
    });

    test('the recorded calls are answered as they were', async () => {
        await replay(setup.address, setup.key, RECORDED, async ({ call, status }, answer, text) =>
            assert.equal(answer.status, status, `${call}: ${text}`));
    });

    // docs/testing.md says what is excluded, and why. No threads: they crash the compiler of Python 3.11.
    test('Schemathesis finds nothing', async () => {
        await setup.run(setup.python('schemathesis'),
                        ['run', 'openapi.json', '--url', setup.address, '--header', `X-SmartToken: ${setup.key}`,
                         '--checks', 'all', '--exclude-checks', 'negative_data_rejection', '--max-examples', '10',
                         '--seed', '1', '--workers', '1', '--exclude-tag', 'Sign-in', '--exclude-path-regex',
                         '^/(docs|identity/oauth/allow|$)', '--exclude-operation-id', 'deleteCredential', '--no-color']);
    });
});
