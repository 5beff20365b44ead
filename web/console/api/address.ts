// Addresses of the API: a URL that knows which operations it has and what they answer.
import type { Paths } from "./types";

export type { Paths };
export type Path = keyof Paths & string;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Operation<P extends Path, M extends Method> = Paths[P] extends Record<M, infer Found> ? Found : never;

export type Answer<P extends Path, M extends Method = "GET"> = Operation<P, M> extends { answer: infer Found } ? Found : unknown;
export type Body<P extends Path, M extends Method> = Operation<P, M> extends { body: infer Found } ? Found : never;
export type Query<P extends Path> = Operation<P, "GET"> extends { query: infer Found } ? Found : {};

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Parameters<P extends Path> = { [Name in Names<P>]: string } & { [Name in keyof Query<P>]?: Query<P>[Name] | undefined };

declare const pathOf: unique symbol;
export type Address<P extends Path = Path> = string & { readonly [pathOf]?: P };

export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined;

// "?a=1&b=2&b=3"; undefined, null and empty text are left out, lists repeat their name.
export function queryText(values: Readonly<Record<string, QueryValue>>): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) {
        for (const one of Array.isArray(value) ? value : [value]) {
            if (one !== undefined && one !== null && one !== "") query.append(name, String(one));
        }
    }
    const text = query.toString();
    return text === "" ? "" : `?${text}`;
}

// Fills the {names} of a path, percent-encoded; returns the path and the values that were not used.
export function fillPath(path: string, values: Readonly<Record<string, QueryValue>>): [string, Record<string, QueryValue>] {
    const rest = { ...values };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = rest[name];
        delete rest[name];
        if (value === undefined || value === null || value === "") throw new Error(`${path} needs ${name}`);
        return encodeURIComponent(String(value));
    });
    return [filled, rest];
}

// at("/jobs/{jobId}", { jobId }), at("/jobs", { q: "cook", statuses: ["SOURCING"] }): names of the path are filled in,
// the others are the query.
export function at<P extends Path>(path: P, ...values: {} extends Parameters<P> ? [Parameters<P>?] : [Parameters<P>]): Address<P> {
    const [filled, query] = fillPath(path, (values[0] ?? {}) as Record<string, QueryValue>);
    return filled + queryText(query);
}
