// Server state: one small cache keyed by URL. Entries keep their data while they are loaded again; what nobody shows is
// forgotten when it changes.
import { batch, signal, type Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import type { Address, Answer, Path } from "./address";
import { concerns, type Change } from "./changes";
import { call, type Loaded } from "./client";

export interface Resource<T> {
    readonly data: T | undefined;
    readonly error: Error | undefined;
    readonly loading: boolean;  // nothing to show yet
    readonly stale: boolean;    // the data is shown while it is loaded again, or could not be
    readonly outdated?: boolean;  // with `keep`: the data is that of the address before
    readonly version?: string | undefined;  // ETag, for If-Match
    readonly reload: () => void;
}

interface State {
    readonly data: unknown;
    readonly version: string | undefined;
    readonly next: string | undefined;  // the next page
    readonly error: Error | undefined;
    readonly busy: boolean;
    readonly loadedAt: number;
}

class Entry {
    readonly state: Signal<State> = signal({ data: undefined, version: undefined, next: undefined, error: undefined, busy: false, loadedAt: 0 });
    users = 0;
    private again = false;
    private stop: AbortController | undefined;

    constructor(readonly url: string) {}

    load(): void {
        if (this.state.peek().busy) {
            this.again = true;  // the answer under way may be older than the change
            return;
        }
        this.state.value = { ...this.state.peek(), busy: true };
        void this.fetch();
    }

    // Nobody waits for the answer any more, such as for the search of a word that was typed further.
    cancel(): void {
        const { busy, data } = this.state.peek();
        if (busy && data === undefined) queueMicrotask(() => { if (this.users === 0) this.stop?.abort(); });
    }

    private async fetch(): Promise<void> {
        this.stop = new AbortController();
        const { signal } = this.stop;
        try {
            const answer = await loader(this.url, signal);
            this.state.value = { data: answer.data, version: answer.headers.get("ETag") ?? undefined, next: nextPage(this.url, answer), error: undefined, busy: false, loadedAt: Date.now() };
        } catch (error) {
            if (signal.aborted) {
                this.state.value = { ...this.state.peek(), busy: false };
                this.again ||= this.users > 0;
            } else this.state.value = { ...this.state.peek(), error: error as Error, busy: false, loadedAt: Date.now() };
        }
        if (this.again) {
            this.again = false;
            this.load();
        }
    }
}

const kFresh = 30_000;  // ms; older data is shown at once and loaded again
const kMostEntries = 500;
const entries = new Map<string, Entry>();
let loader: (url: string, signal: AbortSignal) => Promise<Loaded> = (url, signal) => call("GET", url, undefined, { signal });

export function setLoader(replacement: typeof loader): void {
    loader = replacement;
    entries.clear();
}

export function entryOf(url: string): Entry {
    let entry = entries.get(url);
    if (entry === undefined) {
        entry = new Entry(url);
        entries.set(url, entry);
        if (entries.size > kMostEntries) forgetOldest();
    }
    return entry;
}

function forgetOldest(): void {
    for (const [url, entry] of entries) {
        if (entries.size <= kMostEntries) return;
        if (entry.users === 0 && !entry.state.peek().busy) entries.delete(url);
    }
}

// From the Link header (RFC 8288), or for lists with an offset from the numbers in the body.
export function nextPage(url: string, { data, headers }: Loaded): string | undefined {
    const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get("Link") ?? "")?.[1];
    const place = new URL(link ?? url, "http://server");
    if (link !== undefined) return place.pathname + place.search;
    const page = data as { nextPageId?: string | null; totalFound?: number; offset?: number; content?: unknown[] } | undefined;
    const isAudit = place.pathname.startsWith("/audit-api/");  // has no Link header, and another name for the parameter
    if (typeof page?.nextPageId === "string") place.searchParams.set(isAudit ? "nextPageId" : "pageId", page.nextPageId);
    else if (page?.totalFound !== undefined && page.offset !== undefined && page.content?.length) {
        const offset = page.offset + page.content.length;
        if (offset >= page.totalFound) return undefined;
        place.searchParams.set("offset", String(offset));
    } else return undefined;
    return place.pathname + place.search;
}

// Loads again what is shown, forgets what is not.
export function drop(change: Change | "everything"): void {
    batch(() => {
        for (const [url, entry] of entries) {
            if (change !== "everything" && !concerns(url, change)) continue;
            if (entry.users > 0) entry.load();
            else entries.delete(url);
        }
    });
}

// Changes cached data at once, before the server has answered; the returned function takes it back.
export function patch<P extends Path>(address: Address<P>, edit: (data: Answer<P>) => Answer<P>): () => void {
    const entry = entries.get(address);
    const before = entry?.state.peek().data;
    if (entry === undefined || before === undefined) return () => {};
    const after = edit(before as Answer<P>);
    entry.state.value = { ...entry.state.peek(), data: after };
    return () => {
        if (entry.state.peek().data === after) entry.state.value = { ...entry.state.peek(), data: before };
    };
}

// The same for all cached URLs that begin with `prefix`, such as the pages of a list.
export function patchAll<T>(prefix: string, edit: (data: T) => T): () => void {
    const undo = [...entries.keys()].filter((url) => url.startsWith(prefix)).map((url) => patch(url as Address, (data) => edit(data as T) as never));
    return () => undo.forEach((one) => one());
}

function useEntries(urls: readonly string[]): Entry[] {
    const key = urls.join("\n");
    const found = useMemo(() => urls.map(entryOf), [key]);
    useLayoutEffect(() => {
        for (const entry of found) {
            entry.users += 1;
            const { data, busy, loadedAt } = entry.state.peek();
            if (!busy && (data === undefined || Date.now() - loadedAt > kFresh)) entry.load();
        }
        return () => found.forEach((entry) => {
            entry.users -= 1;
            if (entry.users === 0) entry.cancel();
        });
    }, [found]);
    return found;
}

function resourceOf<T>(entry: Entry | undefined, previous: T | undefined): Resource<T> {
    if (entry === undefined) return { data: undefined, error: undefined, loading: false, stale: false, reload: () => {} };
    const { data, error, busy, version } = entry.state.value;
    const shown = (data ?? (error === undefined ? previous : undefined)) as T | undefined;
    return {
        data: shown,
        error,
        loading: shown === undefined && error === undefined,
        stale: shown !== undefined && (busy || error !== undefined || data === undefined),
        outdated: shown !== undefined && data === undefined,
        version: data === undefined ? undefined : version,
        reload: () => entry.load(),
    };
}

// The resource at an address, null: none. With `keep`, the data of the previous address is shown until the new one is
// there (search as you type).
export function useResource<P extends Path>(address: Address<P> | null, options: { keep?: boolean } = {}): Resource<Answer<P>> {
    const [entry] = useEntries(address === null ? [] : [address]);
    const previous = useRef<Answer<P>>();
    const resource = resourceOf<Answer<P>>(entry, options.keep ? previous.current : undefined);
    if (entry?.state.value.data !== undefined) previous.current = entry.state.value.data as Answer<P>;
    return resource;
}

// Several resources of one kind, such as the histories of all applications of a candidate.
export function useResources<P extends Path>(addresses: readonly Address<P>[]): Resource<Answer<P>>[] {
    return useEntries(addresses).map((entry) => resourceOf<Answer<P>>(entry, undefined));
}

type RowOf<A> = A extends { content: (infer Row)[] } ? Row : A extends (infer Row)[] ? Row : never;

export interface Pages<Row> extends Omit<Resource<Row[]>, "data"> {
    readonly rows: readonly Row[];
    readonly total: number | undefined;  // of all pages, if the list says it
    readonly done: boolean;              // all pages are loaded
    readonly more: () => void;           // loads the next page
}

// A list page by page: by Link header, nextPageId or offset.
export function usePages<P extends Path>(address: Address<P> | null): Pages<RowOf<Answer<P>>> {
    type Row = RowOf<Answer<P>>;
    const wanted = useRef({ address: "" as string | null, pages: 1 });
    if (wanted.current.address !== address) wanted.current = { address, pages: 1 };
    const [, refresh] = useReducer((count: number) => count + 1, 0);

    const urls: string[] = address === null ? [] : [address];
    let last = address === null ? undefined : entryOf(address);
    while (last?.state.value.next !== undefined && urls.length < wanted.current.pages) {
        urls.push(last.state.value.next);
        last = entryOf(last.state.value.next);
    }
    const found = useEntries(urls);
    const rows = useRows<Row>(found.map((entry) => entry.state.value.data));
    const first = found[0]?.state.value.data as { totalFound?: number } | Row[] | undefined;
    const failed = found.find((entry) => entry.state.value.error !== undefined);
    return {
        rows,
        total: Array.isArray(first) ? undefined : first?.totalFound,
        done: first !== undefined && last?.state.value.data !== undefined && last.state.value.next === undefined,
        error: failed?.state.value.error,
        loading: address !== null && first === undefined && failed === undefined,
        stale: first !== undefined && found.some((entry) => entry.state.value.busy),
        reload: () => found.forEach((entry) => entry.load()),
        more: () => {
            if (last?.state.peek().next === undefined || urls.length < wanted.current.pages) return;
            wanted.current.pages += 1;
            refresh(0);
        },
    };
}

// The rows of all pages; the same array as long as no page has changed.
function useRows<Row>(pages: readonly unknown[]): readonly Row[] {
    const kept = useRef<{ pages: readonly unknown[]; rows: readonly Row[] }>({ pages: [], rows: [] });
    const { pages: before } = kept.current;
    if (before.length !== pages.length || before.some((page, index) => page !== pages[index])) {
        kept.current = { pages, rows: pages.flatMap((page) => rowsOf<Row>(page)) };
    }
    return kept.current.rows;
}

function rowsOf<Row>(data: unknown): Row[] {
    if (Array.isArray(data)) return data as Row[];
    return (data as { content?: Row[] } | undefined)?.content ?? [];
}
