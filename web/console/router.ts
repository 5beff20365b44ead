// Routes under /console on the History API. A route is typed by its path: names in braces are its parameters, a name
// with a question mark is optional (list and detail in one screen: "/candidates/{candidateId?}").
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { queryText, type QueryValue } from "./api/address";
import { isGuarded, mayClose } from "./leave_guard";
import type { Right } from "./session";

export const kBase = "/console";

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Required<N extends string> = N extends `${string}?` ? never : N;
type Optional<N extends string> = N extends `${infer Name}?` ? Name : never;
export type RouteParams<P extends string> = { [N in Required<Names<P>>]: string } & { [N in Optional<Names<P>>]?: string | undefined };

export interface ScreenProps<P extends string = string> {
    readonly params: RouteParams<P>;
}

export interface Route<P extends string = string> {
    readonly path: P;
    readonly title: string;  // in the breadcrumb, the palette and the title of the window
    readonly load: () => Promise<{ default: ComponentType<ScreenProps<P>> }>;
    readonly parent?: Route;  // of the breadcrumb
    readonly right?: Right;   // who may open it
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyRoute = Route<any>;

export function route<P extends string>(path: P, options: Omit<Route<P>, "path">): Route<P> {
    return { path, ...options };
}

interface Place {
    readonly path: string;  // without /console
    readonly query: string;
}

function placeOf({ pathname, search }: { pathname: string; search: string }): Place {
    return { path: pathname.slice(kBase.length) || "/", query: search };
}

function currentPlace(): Place {
    return typeof location === "undefined" ? { path: "/", query: "" } : placeOf(location);
}

const place = signal<Place>(currentPlace());
export const path: ReadonlySignal<string> = computed(() => place.value.path);
export const query: ReadonlySignal<URLSearchParams> = computed(() => new URLSearchParams(place.value.query));

export function href<P extends string>(target: Route<P>, ...rest: {} extends RouteParams<P> ? [params?: RouteParams<P>, query?: Record<string, QueryValue>] : [params: RouteParams<P>, query?: Record<string, QueryValue>]): string {
    const values = (rest[0] ?? {}) as Record<string, string | undefined>;
    const filled = target.path.replace(/\/\{(\w+)(\?)?\}/g, (_, name: string) => {
        const value = values[name];
        return value === undefined ? "" : `/${encodeURIComponent(value)}`;
    });
    return kBase + (filled === "" ? "/" : filled) + queryText(rest[1] ?? {});
}

// The parameters if the path belongs to the route.
export function match(pattern: string, actual: string): Record<string, string> | undefined {
    const wanted = pattern.split("/").filter(Boolean);
    const parts = actual.split("/").filter(Boolean);
    if (parts.length > wanted.length) return undefined;
    const params: Record<string, string> = {};
    for (const [index, piece] of wanted.entries()) {
        const name = /^\{(\w+)(\?)?\}$/.exec(piece);
        const part = parts[index];
        if (name === null && part !== piece) return undefined;
        if (name === null) continue;
        if (part === undefined && name[2] === undefined) return undefined;
        if (part === undefined) continue;
        try {
            params[name[1] ?? ""] = decodeURIComponent(part);
        } catch {
            return undefined;
        }
    }
    return params;
}

// Fixed segments win over parameters: /jobs/new before /jobs/{jobId?}.
export function findRoute(routes: readonly AnyRoute[], actual: string): { route: AnyRoute; params: Record<string, string> } | undefined {
    let best: { route: AnyRoute; params: Record<string, string> } | undefined;
    for (const candidate of routes) {
        const params = match(candidate.path, actual);
        if (params !== undefined && (best === undefined || Object.keys(params).length < Object.keys(best.params).length)) best = { route: candidate, params };
    }
    return best;
}

// What the screen shows besides the path: another value closes forms. A filter or an order does not.
const kViews = ["tab", "ad", "edit", "job", "create"];

export function isSameView(one: Place, other: Place): boolean {
    const [before, after] = [new URLSearchParams(one.query), new URLSearchParams(other.query)];
    return one.path === other.path && kViews.every((name) => before.get(name) === after.get(name));
}

// Goes to an address of the console. Only another view asks what was typed: a filter in the query loses nothing.
export async function go(to: string, options: { replace?: boolean } = {}): Promise<void> {
    if (isGuarded() && !isSameView(currentPlace(), placeOf(new URL(to, location.origin))) && !(await mayClose())) return;
    if (options.replace) history.replaceState(history.state, "", to);
    else history.pushState(null, "", to);
    place.value = currentPlace();
}

export function setQuery(values: Record<string, QueryValue>, options: { push?: boolean } = {}): void {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(values)) {
        next.delete(name);
        for (const one of Array.isArray(value) ? value : [value]) {
            if (one !== undefined && one !== null && one !== "") next.append(name, String(one));
        }
    }
    const text = next.toString();
    void go(location.pathname + (text === "" ? "" : `?${text}`), { replace: !options.push });
}

// A query parameter as state: const [tab, setTab] = useQuery("tab", "ads")
export function useQuery(name: string, otherwise = ""): [string, (value: string, options?: { push?: boolean }) => void] {
    const value = query.value.get(name) ?? otherwise;
    return [value, (next, options) => setQuery({ [name]: next === otherwise ? "" : next }, options)];
}

function isPlainClick(event: MouseEvent): boolean {
    return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;
}

// Links of the console are plain <a href>; clicks on them do not load the page again.
export function startRouter(): void {
    addEventListener("popstate", () => {
        const before = place.peek();
        const after = currentPlace();
        if (!isGuarded() || isSameView(before, after)) {
            place.value = after;
            return;
        }
        const target = location.href;
        history.pushState(null, "", kBase + before.path + before.query);  // stay until it is answered
        void mayClose().then((leave) => { if (leave) void go(target.slice(location.origin.length), { replace: true }); });
    });
    document.addEventListener("click", (event) => {
        const link = (event.target as Element | null)?.closest?.("a");
        if (!link || !isPlainClick(event) || link.target !== "" || link.hasAttribute("download")) return;
        const url = new URL(link.href, location.href);
        if (url.origin !== location.origin || !(url.pathname === kBase || url.pathname.startsWith(`${kBase}/`))) return;
        event.preventDefault();
        void go(url.pathname + url.search);
    });
}
