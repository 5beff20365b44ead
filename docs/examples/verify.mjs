// Is a notification from Callboard, and whole? Node 18, no packages.
//
// node verify.mjs KEY... < message.json    {"headers": {...}, "body": "..."}
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// `body` is the bytes that came, a Buffer; `keys` the secret keys that count now. What is older than
// `tolerance` seconds may be sent again by a thief.
export function verify(headers, body, keys, tolerance = 300) {
    const get = reader(headers);
    const timestamp = get('smartrecruiters-timestamp');
    const parts = ['event-id', 'event-name', 'event-version', 'link'].map(get);
    const text = Buffer.concat([Buffer.from(`${timestamp}.`), body, Buffer.from(['', ...parts].join('.'))]);
    const given = get('smartrecruiters-signature').split(';');
    return isRecent(timestamp, tolerance) &&
        keys.some((key) => given.some((one) => same(one, `v1=${hmac(key, text, 'hex')}`)));
}

// The same by the other headers, those of Standard Webhooks.
export function verifyStandard(headers, body, keys, tolerance = 300) {
    const get = reader(headers);
    const timestamp = get('webhook-timestamp');
    const text = Buffer.concat([Buffer.from(`${get('webhook-id')}.${timestamp}.`), body]);
    const given = get('webhook-signature').split(' ');
    return isRecent(timestamp, tolerance) &&
        keys.some((key) => given.some((one) => same(one, `v1,${hmac(key, text, 'base64')}`)));
}

function reader(headers) {
    const lowered = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return (name) => lowered.get(name) ?? '';
}

function hmac(key, text, encoding) {
    return createHmac('sha256', key).update(text).digest(encoding);
}

function isRecent(timestamp, tolerance) {
    return /^[0-9]+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance;
}

function same(given, expected) {
    const [a, b] = [Buffer.from(given), Buffer.from(expected)];
    return a.length === b.length && timingSafeEqual(a, b);  // takes equally long, however much is right
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const message = JSON.parse(readFileSync(0, 'utf8'));
    for (const check of [verify, verifyStandard]) {
        const good = check(message.headers, Buffer.from(message.body), process.argv.slice(2), Infinity);
        console.log(`${check.name}: ${good ? 'verified' : 'NOT VERIFIED'}`);
        if (!good) process.exitCode = 1;
    }
}
