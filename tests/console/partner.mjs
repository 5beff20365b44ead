// What a partner runs: a receiver of webhooks, and the page to which users come back from the consent to an application.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

import { makeCertificate } from '../sign_on/support.mjs';

// Answers handshakes, and deliveries with the status `answer`; their events are in `seen`. `options` let the program call it.
export async function startReceiver(folder) {
    const files = await makeCertificate(folder);
    const receiver = createSecureServer({ key: await readFile(files.key), cert: await readFile(files.certificate) }, (request, response) => {
        request.resume().on('end', () => {
            const handshake = request.headers['x-hook-secret'];
            if (handshake) response.setHeader('X-Hook-Secret', handshake);
            else receiver.seen.push(request.headers['event-name']);
            response.writeHead(handshake ? 200 : receiver.answer, { 'X-Served-By': 'kitchen-2' }).end(handshake ? '' : `answer ${receiver.answer} <b>`);
        });
    });
    await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
    return Object.assign(receiver, {
        answer: 202, seen: [], callbackUrl: `https://127.0.0.1:${receiver.address().port}/hooks`,
        options: ['--webhook-allow-private', '--webhook-ca-file', files.certificate],
    });
}

export async function startPartner() {
    const partner = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html');
        response.end('<!doctype html><html lang="en"><title>Partner</title><link rel="icon" href="data:,"><h1>Connected</h1>');
    });
    await new Promise((done) => partner.listen(0, '127.0.0.1', done));
    return Object.assign(partner, { origin: `http://127.0.0.1:${partner.address().port}` });
}

export function stopServers(...servers) {
    for (const server of servers) {
        server?.closeAllConnections();
        server?.close();
    }
}
