// What the tests of single sign-on share, whoever has written the provider.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const PICTURES = resolve(process.env.TEST_ARTIFACTS ?? join(dirname(process.env.CALLBOARD ?? '.'), 'browser-artifacts'));

export const CLIENT = { id: 'callboard', secret: 'a-secret-that-only-both-know' };

// Makes a key and a self-signed certificate of 127.0.0.1 in the folder.
export async function makeCertificate(folder) {
    const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
    await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
        '-days', '1', '-subj', '/CN=provider', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', files.key, '-out',
        files.certificate]);
    return files;
}

// Options of the program, without which it calls no provider on this machine.
export function callOptions(provider) {
    return ['--webhook-allow-private', '--webhook-ca-file', provider.certificate];
}

export function setConnection(setup, provider, ...more) {
    return setup.command({ input: `${CLIENT.secret}\n` }, 'sso', 'set', '--company', 'acme', '--issuer', provider.issuer,
                         '--client-id', CLIENT.id, '--client-secret-stdin', ...more);
}

export function checkConnection(setup, provider) {
    return setup.command('sso', 'check', '--company', 'acme', ...callOptions(provider));
}

export async function picture(page, name) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `sign-on-${name}.png`) });
}

export function heading(page, text) {
    return page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
}
