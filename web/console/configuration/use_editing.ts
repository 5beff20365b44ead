// Editing what several people may change: a change names the version that it was made from, by its ETag or by the tests
// of a JSON Patch. If there is another one now, the API refuses it; the form then shows both and asks.
import { useState } from "preact/hooks";
import type { Address, Answer, Body, Path } from "../api/address";
import { drop } from "../api/cache";
import type { Change } from "../api/changes";
import { call } from "../api/client";
import { ApiError, ConflictError } from "../api/errors";
import { rebased } from "../jobs/job_change";

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
