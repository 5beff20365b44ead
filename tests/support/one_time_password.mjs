import { createHmac } from 'node:crypto';

// The code that an authenticator application shows (RFC 6238), `steps` after the present one.
export function codeOf(base32, steps = 0) {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...base32.replace(/\s/g, '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const secret = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
    const digest = createHmac('sha1', secret).update(counter).digest();
    const number = digest.readUInt32BE(digest.at(-1) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
}
