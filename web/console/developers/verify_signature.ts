// Signatures of webhook notifications, as docs/webhooks.md "Verify" describes them.
export type Scheme = "smartrecruiters" | "standard";

export interface SignatureCheck {
    readonly scheme: Scheme;
    readonly header: string;                // that holds the signatures
    readonly signedText: string;
    readonly given: readonly string[];      // one for each key that was valid
    readonly expected: string | undefined;  // with the key; undefined: the key is not known
    readonly outcome: "verified" | "different" | "unsigned" | "unknown";
}

type Headers = Readonly<Record<string, string>>;

// The log capitalises names of headers.
function reader(headers: Headers): (name: string) => string {
    const lowered = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return (name) => lowered.get(name) ?? "";
}

// The text of the key is used as bytes, without decoding.
async function hmac(key: string, text: string): Promise<Uint8Array> {
    const encoder = new TextEncoder();
    const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, encoder.encode(text)));
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

async function checkOne(scheme: Scheme, header: string, signedText: string, given: readonly string[], sign: (key: string) => Promise<string>, key: string | undefined): Promise<SignatureCheck> {
    const expected = key === undefined ? undefined : await sign(key);
    const outcome = given.length === 0 ? "unsigned" : expected === undefined ? "unknown" : given.includes(expected) ? "verified" : "different";
    return { scheme, header, signedText, given, expected, outcome };
}

// Checks both schemes; the age of the message does not matter in a log.
export function checkSignatures(headers: Headers, body: string, key: string | undefined): Promise<SignatureCheck[]> {
    const get = reader(headers);
    const split = (name: string, separator: string) => get(name).split(separator).filter((one) => one !== "");
    const ours = [get("smartrecruiters-timestamp"), body, get("event-id"), get("event-name"), get("event-version"), get("link")].join(".");
    const standard = [get("webhook-id"), get("webhook-timestamp"), body].join(".");
    return Promise.all([
        checkOne("smartrecruiters", "smartrecruiters-signature", ours, split("smartrecruiters-signature", ";"), async (one) => `v1=${hex(await hmac(one, ours))}`, key),
        checkOne("standard", "webhook-signature", standard, split("webhook-signature", " "), async (one) => `v1,${base64(await hmac(one, standard))}`, key),
    ]);
}
