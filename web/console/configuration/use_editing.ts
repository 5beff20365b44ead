// Editing what several people may change: a change names the version that it was made from, by its ETag or by the tests
// of a JSON Patch. If there is another one now, the API refuses it; the form then shows both and asks.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Address, Answer, Body, Path } from "../api/address";
import { drop, patch } from "../api/cache";
import type { Change } from "../api/changes";
import { call, read } from "../api/client";
import { ApiError, ConflictError } from "../api/errors";
import { differencesOf, rebased } from "../jobs/job_change";

interface Seen<Form> {
    readonly form: Form;
    readonly version: string | undefined;
}

export interface EditingOptions<P extends Path, M extends "PUT" | "PATCH", Form extends object> {
    readonly method: M;
    readonly address: Address<P>;
    readonly opened: Answer<P>;
    readonly version: string | undefined;
    readonly formOf: (data: Answer<P>) => Form;
    readonly bodyOf: (form: Form, before: Form) => Body<P, M>;
    readonly changes: readonly Change[];
    readonly typing?: boolean;  // false: the form follows `opened`, because nothing of it was typed over
}

export interface Editing<Form> {
    readonly value: Form;   // what the form begins with; after a conflict, what is there now
    readonly before: Form;  // what was there when it was opened
    readonly save: (typed: Form, options: { overwrite: boolean }) => Promise<void>;
    readonly onTheirs: () => void;
}

export function isConflict(error: unknown): boolean {
    return error instanceof ApiError && (error.status === 412 || (error.status === 409 && error.code === "CONFLICT"));
}

export function useEditing<P extends Path, M extends "PUT" | "PATCH", Form extends object>(options: EditingOptions<P, M, Form>): Editing<Form> {
    const { method, address, formOf, bodyOf, changes } = options;
    const [base, setBase] = useState<Seen<Form>>(() => ({ form: formOf(options.opened), version: options.version }));
    const [theirs, setTheirs] = useState<Seen<Form>>();
    useLayoutEffect(() => {
        if (options.typing === false) setBase({ form: formOf(options.opened), version: options.version });
    }, [options.opened]);
    const seenIn = ({ data, headers }: { data: unknown; headers: Headers }): Seen<Form> => ({ form: formOf(data as Answer<P>), version: headers.get("ETag") ?? undefined });

    const save = async (typed: Form, { overwrite }: { overwrite: boolean }) => {
        const seen = overwrite && theirs !== undefined ? theirs : base;
        const form = rebased(base.form, typed, seen.form);
        const body = bodyOf(form, seen.form);
        if (Array.isArray(body) && body.length === 0) return;  // a JSON Patch without changes
        try {
            const answer = await call(method, address, body, { ...(seen.version !== undefined && { headers: { "If-Match": seen.version } }) });
            setBase(seenIn(answer));
            setTheirs(undefined);
        } catch (error) {
            if (!isConflict(error)) throw error;
            const now = seenIn(await call("GET", address, undefined));
            setTheirs(now);
            throw new ConflictError(now.form);
        }
        for (const change of changes) drop(change);
    };
    const onTheirs = () => {
        if (theirs !== undefined) setBase(theirs);
        setTheirs(undefined);
    };
    return { value: (theirs ?? base).form, before: base.form, save, onTheirs };
}

export interface ComparingOptions<P extends Path, Form extends object> {
    readonly address: Address<P>;
    readonly opened: Answer<P> | undefined;  // absent: there was none, and it is created
    readonly formOf: (data: Answer<P> | undefined) => Form;
    readonly write: (form: Form, before: Form) => Promise<Form>;  // over what is there now; returns what is stored
    readonly conflicts?: (seen: Form, now: Form, typed: Form) => boolean;  // default: anything differs from what I saw, and from what I would write
    readonly rebase?: (before: Form, mine: Form, theirs: Form) => Form;    // my changes on top of what is there now
}

export function differBoth(seen: unknown, now: unknown, typed: unknown): boolean {
    return differencesOf(seen, now).length > 0 && differencesOf(typed, now).length > 0;
}

async function readIfAny<P extends Path>(address: Address<P>): Promise<Answer<P> | undefined> {
    try {
        return await read(address);
    } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
    }
}

// The same for what has neither an ETag nor tests: it is read again before it is written.
export function useComparing<P extends Path, Form extends object>({ address, opened, formOf, write, conflicts = differBoth, rebase = rebased }: ComparingOptions<P, Form>): Editing<Form> {
    const [base, setBase] = useState(() => formOf(opened));
    const [theirs, setTheirs] = useState<Form>();
    const readNow = async () => {
        const current = await (opened === undefined ? readIfAny(address) : read(address));
        return { current, now: current === undefined ? base : formOf(current) };
    };
    const show = ({ current, now }: { current: Answer<P> | undefined; now: Form }): never => {
        if (current !== undefined) patch(address, () => current);
        setTheirs(now);
        throw new ConflictError(now);
    };
    const save = async (typed: Form, { overwrite }: { overwrite: boolean }) => {
        const found = await readNow();
        const { now } = found;
        if (conflicts(overwrite && theirs !== undefined ? theirs : base, now, typed)) show(found);
        const stored = await write(rebase(base, typed, now), now)
            .catch(async (error: unknown) => (isConflict(error) ? show(await readNow()) : Promise.reject(error)));  // changed since it was read
        setBase(stored);
        setTheirs(undefined);
    };
    const onTheirs = () => {
        if (theirs !== undefined) setBase(theirs);
        setTheirs(undefined);
    };
    return { value: theirs ?? base, before: base, save, onTheirs };
}
