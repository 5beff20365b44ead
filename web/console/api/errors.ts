// What the API answers if something is wrong.
export interface Fault {
    readonly code: string;
    readonly message: string;
    readonly dataPath?: string;  // a JSON pointer into the body
}

export class ApiError extends Error {
    override readonly name = "ApiError";

    constructor(
        readonly status: number,  // 0: the server could not be reached
        message: string,
        readonly faults: readonly Fault[],
        readonly requestId: string | undefined,
        readonly retryAfter: number | undefined,  // seconds
    ) {
        super(message);
    }

    get code(): string {
        return this.faults[0]?.code ?? "";
    }

    // The user is not signed in. A 401 for a job or a candidate that one may not see has another code.
    get sessionEnded(): boolean {
        return this.status === 401 && (this.code === "UNAUTHORIZED" || this.code === "");
    }

    get forbidden(): boolean {
        return this.status === 403 || (this.status === 401 && !this.sessionEnded);
    }
}

export function requestIdOf(error: unknown): string | undefined {
    return error instanceof ApiError ? error.requestId : undefined;
}

// The resource was changed by somebody else after it was read; `current` is how it is now.
export class ConflictError extends Error {
    override readonly name = "ConflictError";

    constructor(readonly current: unknown) {
        super("changed in the meantime");
    }
}

// A change was not sent: this browser is signed in as another user than the one who opened the page.
export class OtherUserError extends Error {
    override readonly name = "OtherUserError";

    constructor(user: string) {
        super(`Not sent: ${user} is signed in now`);
    }
}

// The same error with the places of its faults as a form names them.
export function atOtherPlaces(error: unknown, place: (path: string) => string): unknown {
    if (!(error instanceof ApiError)) return error;
    const faults = error.faults.map((fault) => (fault.dataPath === undefined ? fault : { ...fault, dataPath: place(fault.dataPath) }));
    return new ApiError(error.status, error.message, faults, error.requestId, error.retryAfter);
}

function isFault(value: unknown): value is Fault {
    return typeof value === "object" && value !== null && typeof (value as Fault).message === "string";
}

export function errorOf(status: number, headers: Headers, body: unknown): ApiError {
    const answer = typeof body === "object" && body !== null ? (body as { message?: unknown; errors?: unknown }) : {};
    const faults = Array.isArray(answer.errors) ? answer.errors.filter(isFault) : [];
    const message = typeof answer.message === "string" ? answer.message : (faults[0]?.message ?? `HTTP ${status}`);
    const wait = Number.parseInt(headers.get("Retry-After") ?? "", 10);
    return new ApiError(status, message, faults, headers.get("X-Request-Id") ?? undefined, Number.isNaN(wait) ? undefined : wait);
}

export interface FaultsByField {
    readonly fields: ReadonlyMap<string, string>;  // by JSON pointer
    readonly others: readonly string[];            // faults of no field that is shown
}

// A fault inside a field (/tags/3) belongs to the field (/tags), one of several fields (/salary) to the first of them (/salary/value).
function fieldOf(path: string, shown: readonly string[]): string | undefined {
    const around = shown.filter((one) => path === one || path.startsWith(`${one}/`)).sort((a, b) => b.length - a.length)[0];
    return around ?? (path === "" ? undefined : shown.find((one) => one.startsWith(`${path}/`)));
}

// Puts each fault at the field it concerns.
export function faultsByField(error: unknown, shown: readonly string[]): FaultsByField {
    const fields = new Map<string, string>();
    const others: string[] = [];
    if (!(error instanceof ApiError)) return { fields, others: error instanceof Error ? [error.message] : [] };
    for (const fault of error.faults) {
        const path = fault.dataPath ?? "";
        const field = fieldOf(path, shown);
        if (field === undefined) others.push(path === "" ? fault.message : `${path}: ${fault.message}`);
        else fields.set(field, [fields.get(field), fault.message].filter(Boolean).join("; "));
    }
    if (fields.size === 0 && others.length === 0) others.push(error.message);
    return { fields, others };
}
