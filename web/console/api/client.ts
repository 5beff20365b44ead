// The one fetch wrapper: JSON, errors, waiting on 429 and 503, sign-in in place when the session has ended.
import type { Address, Answer, Body, Method, Path } from "./address";
import { drop } from "./cache";
import type { Change } from "./changes";
import type { RequestDescription } from "./curl";
import { ApiError, errorOf } from "./errors";
import { noteRateLimits } from "./rate_limits";
import { checkUser, signInAgain } from "./sign_in";

const kLongestWait = 30;  // seconds; a longer Retry-After is an error that people decide about
const kAttempts = 4;

export interface Loaded {
    readonly data: unknown;
    readonly headers: Headers;
}

export interface SendOptions {
    readonly changes?: readonly Change[];  // cached resources that are loaded again
    readonly signal?: AbortSignal;
    readonly onWait?: (seconds: number) => void;  // the server asked to wait
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string>>;
}

export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, seconds * 1000);
        signal?.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason);
        }, { once: true });
    });
}

async function readBody(response: Response): Promise<unknown> {
    const type = response.headers.get("Content-Type") ?? "";
    if (response.status === 204 || response.headers.get("Content-Length") === "0") return undefined;
    if (!type.includes("json")) return response.ok && type !== "" ? response.blob() : undefined;
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
}

async function once(method: Method, url: string, body: BodyInit | undefined, headers: HeadersInit, signal?: AbortSignal): Promise<Loaded> {
    let response: Response;
    try {
        response = await fetch(url, { method, headers, credentials: "same-origin", cache: "no-store", ...(body !== undefined && { body }), ...(signal && { signal }) });
    } catch (failure) {
        if (signal?.aborted) throw failure;
        throw new ApiError(0, "The server could not be reached", [], undefined, undefined);
    }
    noteRateLimits(response.headers);
    const data = await readBody(response).catch(() => undefined);
    if (!response.ok) throw errorOf(response.status, response.headers, data);
    return { data, headers: response.headers };
}

// A GET may be repeated; a change only if the server says that it refused it (429, and 503 with Retry-After).
function secondsToWait(error: unknown, method: Method, attempt: number): number | undefined {
    if (!(error instanceof ApiError) || attempt >= kAttempts) return undefined;
    if (error.status !== 429 && error.status !== 503) return undefined;
    const wait = error.retryAfter ?? (method === "GET" ? 2 ** (attempt - 1) : undefined);
    return wait !== undefined && wait <= kLongestWait ? Math.max(wait, 0.2) + Math.random() * 0.3 : undefined;
}

function contentTypeOf(method: Method, body: unknown): string {
    if (method !== "PATCH") return "application/json";
    return Array.isArray(body) ? "application/json-patch+json" : "application/merge-patch+json";
}

export async function call(method: Method, url: string, body: unknown, options: SendOptions = {}): Promise<Loaded> {
    const headers: Record<string, string> = { Accept: "application/json, */*;q=0.5", ...options.headers };
    let payload: BodyInit | undefined;
    if (body instanceof FormData) payload = body;
    else if (body !== undefined) {
        payload = JSON.stringify(body);
        headers["Content-Type"] = options.contentType ?? contentTypeOf(method, body);
    }
    for (let attempt = 1; ; ++attempt) {
        try {
            if (method !== "GET") await checkUser();
            return await once(method, url, payload, headers, options.signal);
        } catch (error) {
            if (error instanceof ApiError && error.sessionEnded) {
                await signInAgain();
                continue;
            }
            const wait = secondsToWait(error, method, attempt);
            if (wait === undefined) throw error;
            options.onWait?.(Math.ceil(wait));
            await pause(wait, options.signal);
        }
    }
}

// Reads without the cache, for decisions that need the current state.
export async function read<P extends Path>(address: Address<P>, options: SendOptions = {}): Promise<Answer<P>> {
    return (await call("GET", address, undefined, options)).data as Answer<P>;
}

// Changes something and names what it changes: send("PUT", at("/jobs/{jobId}/status", { jobId }), { … }, { changes: [{ entity: "job", id: jobId }] })
export async function send<P extends Path, M extends Exclude<Method, "GET">>(
    method: M, address: Address<P>, body: Body<P, M>, options: SendOptions = {}): Promise<Answer<P, M>> {
    const { data } = await call(method, address, body, options);
    for (const change of options.changes ?? []) drop(change);
    return data as Answer<P, M>;
}

// Sends what "as curl" shows.
export async function perform({ method, url, body, contentType }: RequestDescription, changes: readonly Change[]): Promise<void> {
    await call(method, url, body, contentType === undefined ? {} : { contentType });
    changes.forEach(drop);
}

export function upload<P extends Path>(method: "POST" | "PUT", address: Address<P>, file: File, options: SendOptions = {}): Promise<unknown> {
    const form = new FormData();
    form.append("file", file, file.name);
    return call(method, address, form, options).then(({ data }) => {
        for (const change of options.changes ?? []) drop(change);
        return data;
    });
}
