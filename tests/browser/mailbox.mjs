// A real mail server (aiosmtpd) that prints the mails it gets.
import { createInterface } from 'node:readline';

import { startListener } from '../support/program.mjs';

const BEGIN = '---------- MESSAGE FOLLOWS ----------';
const END = '------------ END MESSAGE ------------';

// The text part of a mail in the source that Callboard makes: base64 between the first empty lines of the part.
function textOf(lines) {
    const start = lines.findIndex((line) => line.startsWith('Content-Type: text/plain'));
    const body = lines.indexOf('', start) + 1;
    const end = lines.findIndex((line, at) => at >= body && line.startsWith('--'));
    return Buffer.from(lines.slice(body, end).join(''), 'base64').toString();
}

export class Mailbox {
    #child;
    #mails = [];
    #waiting = [];

    static async start(port) {
        const mailbox = new Mailbox();
        let lines = null;
        const started = ({ child }) => {
            mailbox.#child = child;
            createInterface({ input: child.stdout }).on('line', (line) => {
                if (line === BEGIN) {
                    lines = [];
                } else if (line === END) {
                    mailbox.#add(lines);
                    lines = null;
                } else {
                    lines?.push(line);
                }
            });
        };
        const words = ['-u', '-m', 'aiosmtpd', '-n', '-l', `127.0.0.1:${port}`, '-c', 'aiosmtpd.handlers.Debugging', 'stdout'];
        startListener('/usr/bin/python3', words, { matches: () => false, started }).catch(() => {});  // it ends with stop()
        return mailbox;
    }

    #add(lines) {
        const to = lines.find((line) => line.startsWith('To: ')).replace(/^To: <(.*)>$/, '$1');
        this.#mails.push({ to, text: textOf(lines) });
        this.#waiting.splice(0).forEach((wake) => wake());
    }

    // The first link of the newest of `count` mails to the address; waits for it.
    async link(to, count = 1) {
        for (;;) {
            const mails = this.#mails.filter((mail) => mail.to === to);
            if (mails.length >= count) return mails.at(-1).text.match(/http:\/\/\S+/)[0];
            await new Promise((done) => this.#waiting.push(done));
        }
    }

    stop() {
        this.#child?.kill();
    }
}
