// A request as people can run it in a shell.
import type { Method } from "./address";

export interface RequestDescription {
    readonly method: Method;
    readonly url: string;  // path and query
    readonly body?: unknown;
    readonly contentType?: string;
    readonly accept?: string;
    readonly file?: string;    // the name of the file that is sent, as a form
    readonly saveAs?: string;  // the name of the file that is received
}

const kKey = "$CALLBOARD_KEY";
const kSecrets = new Set(["password", "headerValue", "clientSecret"]);

// A body as "as curl" shows it: never the secrets that were typed.
export function withoutSecrets(body: unknown): unknown {
    if (Array.isArray(body)) return body.map(withoutSecrets);
    if (typeof body !== "object" || body === null) return body;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, kSecrets.has(name) && value !== undefined ? "…" : withoutSecrets(value)]));
}

export function shellQuoted(text: string): string {
    return `'${text.replaceAll("'", `'\\''`)}'`;
}

// A name of a file in the folder of the shell: candidates choose what theirs are called.
function localName(name: string): string {
    return name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-").replace(/^[-. ]+/, "") || "file";
}

function typeOf({ method, body, contentType }: RequestDescription): string {
    if (contentType !== undefined) return contentType;
    if (method !== "PATCH") return "application/json";
    return Array.isArray(body) ? "application/json-patch+json" : "application/merge-patch+json";
}

export function curlText(request: RequestDescription, origin: string): string {
    const lines = [`curl ${request.method === "GET" ? "" : `-X ${request.method} `}${shellQuoted(origin + request.url)}`];
    lines.push(`-H "X-SmartToken: ${kKey}"`);
    if (request.body !== undefined) {
        lines.push(`-H ${shellQuoted(`Content-Type: ${typeOf(request)}`)}`);
        lines.push(`-d ${shellQuoted(JSON.stringify(request.body, null, 2))}`);
    }
    if (request.accept !== undefined) lines.push(`-H ${shellQuoted(`Accept: ${request.accept}`)}`);
    if (request.file !== undefined) lines.push(`-F ${shellQuoted(`file=@${request.file}`)}`);
    if (request.saveAs !== undefined) lines.push(`-o ${shellQuoted(localName(request.saveAs))}`);
    return lines.join(" \\\n  ");
}

// The request as it goes over the wire, with the credential left out.
export function requestText(request: RequestDescription, host: string): string {
    const lines = [`${request.method} ${request.url} HTTP/1.1`, `Host: ${host}`, `X-SmartToken: ${kKey}`];
    if (request.accept !== undefined) lines.push(`Accept: ${request.accept}`);
    if (request.file !== undefined) {
        const part = `Content-Disposition: form-data; name="file"; filename="${request.file}"`;
        return [...lines, "Content-Type: multipart/form-data; boundary=BOUNDARY", "", "--BOUNDARY", part, "", "…", "--BOUNDARY--"].join("\n");
    }
    if (request.body === undefined) return lines.join("\n");
    return [...lines, `Content-Type: ${typeOf(request)}`, "", JSON.stringify(request.body, null, 2)].join("\n");
}
