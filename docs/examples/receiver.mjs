// A receiver: node receiver.mjs PORT KEY... It stands behind a proxy that speaks HTTPS.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';

import { verify } from './verify.mjs';

const [port, ...keys] = process.argv.slice(2);
const FILE = 'events.jsonl';
const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : [];
const seen = new Set(lines.map((line) => JSON.parse(line).id));

function keep(event) {
    const file = openSync(FILE, 'a');
    writeSync(file, `${JSON.stringify(event)}\n`);
    fsyncSync(file);
    closeSync(file);
    seen.add(event.id);
}

createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const { 'event-id': id, 'event-name': name, link, 'x-hook-secret': secret } = request.headers;
    if (secret) {
        response.writeHead(200, { 'X-Hook-Secret': secret }).end();  // the handshake
    } else if (!verify(request.headers, body, keys)) {
        response.writeHead(401).end();
    } else {
        // Written down before it is acknowledged; a repeat is there already. The work is done elsewhere.
        if (!seen.has(id)) keep({ id, name, link, body: body.toString() });
        response.writeHead(202).end();
    }
}).listen(Number(port), '127.0.0.1');
