import { Fragment, type ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RequestDescription } from "../api/curl";
import { atOtherPlaces, ConflictError, faultsByField } from "../api/errors";
import type { Schema } from "../api/schema";
import { useLeaveGuard } from "../leave_guard";
import { AsCurl } from "./AsCurl";
import { Button } from "./Button";
import { checkField, schemaAt } from "./check_field";
import { askToDiscard } from "./Confirm";
import { Field, type FieldLayout } from "./Field";
import { getAt, setAt } from "./pointer";
import { RequestId } from "./RequestId";
import { toastError } from "./Toast";
import { parts as words } from "./words";

export type AfterSubmit = void | (() => void | Promise<void>);

export interface FormProps<T extends object> {
    readonly schema?: Schema;  // of the body, from api/schemas.ts
    readonly layout: readonly FieldLayout[];
    readonly value: Partial<T>;  // at the beginning; what was typed is kept when it changes
    // Sends the body. Throws ApiError: faults appear beside their fields. Throws ConflictError: asks, then calls again with overwrite.
    // May return what closes the form, which is not called if it was closed meanwhile.
    readonly onSubmit: (body: T, options: { overwrite: boolean }) => Promise<AfterSubmit>;
    readonly placeOf?: (path: string) => string;  // of a fault in the body that was sent: where it is in the form, if that differs
    readonly submit?: string;
    readonly onCancel?: () => void;
    readonly request?: (body: T) => RequestDescription | readonly RequestDescription[];  // "as curl"
    readonly differences?: (current: unknown, body: T) => ComponentChildren;  // of a conflict: how it is now, and what was typed
    readonly onTyping?: (typing: boolean) => void;  // something was typed, or nothing is any more
    readonly onTheirs?: () => void;  // of a conflict: what was typed is discarded, and `value` is how it is now
    readonly children?: ComponentChildren | ((body: T) => ComponentChildren);  // below the fields; a function gets what is typed
}

type Outcome = { readonly fields: ReadonlyMap<string, string>; readonly others: readonly string[]; readonly error?: unknown };
const fine: Outcome = { fields: new Map(), others: [] };

export function Form<T extends object>({ schema, layout: whole, value, onSubmit, placeOf, submit = words.save, onCancel, request, differences, onTyping, onTheirs, children }: FormProps<T>) {
    const [typed, setTyped] = useState<Partial<T> | undefined>();
    const [outcome, setOutcome] = useState<Outcome>(fine);
    const [conflict, setConflict] = useState<ConflictError>();
    const [busy, setBusy] = useState(false);
    const [attempts, setAttempts] = useState(0);
    const form = useRef<HTMLFormElement>(null);
    const mounted = useRef(true);
    useEffect(() => () => { mounted.current = false; }, []);
    const body = (typed ?? value) as T;
    const layout = whole.filter((field) => field.shownIf?.(body) !== false);
    const dirty = typed !== undefined && JSON.stringify(typed) !== JSON.stringify(value);
    useLayoutEffect(() => onTyping?.(typed !== undefined), [typed !== undefined]);
    const guard = useLeaveGuard(dirty, askToDiscard);
    useEffect(() => {  // long forms: the reason is not left outside the window
        if (outcome.fields.size > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
        else form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
    }, [attempts, conflict]);

    const check = (): Map<string, string> => {
        const faults = new Map<string, string>();
        for (const field of layout) {
            const found = schemaAt(schema, field.path, body);
            const fault = checkField(found.schema, found.required || field.required === true, getAt(body, field.path));
            if (fault !== undefined) faults.set(field.path, fault);
        }
        return faults;
    };
    const send = async (overwrite: boolean) => {
        const faults = check();
        setOutcome({ fields: faults, others: [] });
        setAttempts((count) => count + 1);
        if (faults.size > 0 || busy) return;
        setBusy(true);
        setConflict(undefined);
        try {
            const close = await onSubmit(body, { overwrite });
            if (!mounted.current) return;
            guard.release();
            setTyped(undefined);
            await close?.();
        } catch (error) {
            if (!mounted.current) toastError(error);
            else if (error instanceof ConflictError) setConflict(error);
            else {
                setAttempts((count) => count + 1);
                setOutcome({ ...faultsByField(placeOf ? atOtherPlaces(error, placeOf) : error, layout.map((field) => field.path)), error });
            }
        } finally {
            if (mounted.current) setBusy(false);
        }
    };
    const change = (field: FieldLayout, next: unknown) => {
        setTyped((before) => setAt(before ?? value, field.path, next));  // a browser may fill several fields at once
        if (outcome.fields.has(field.path)) setOutcome({ ...outcome, fields: new Map([...outcome.fields].filter(([path]) => path !== field.path)) });
    };
    return (
        <form ref={form} class="form" noValidate onSubmit={(event) => { event.preventDefault(); void send(false); }}
            onKeyDown={(event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void send(false); } }}>
            <div class="fields">
                {layout.map((one) => {
                    const field = one.optionsFor === undefined ? one : { ...one, options: one.optionsFor(body) };
                    const found = schemaAt(schema, field.path, body);
                    const input = <Field key={field.path} field={field} schema={found.schema} required={found.required || field.required === true} value={getAt(body, field.path)}
                        fault={outcome.fields.get(field.path)} onChange={(next) => change(field, next)} />;
                    return field.section === undefined ? input : <Fragment key={field.path}><h3 class="fields-section">{field.section}</h3>{input}</Fragment>;
                })}
            </div>
            {typeof children === "function" ? children(body) : children}
            {outcome.others.length > 0 && (
                <div class="notice bad" role="alert">
                    {outcome.others.map((fault) => <p key={fault} class="text">{fault}</p>)}
                    <RequestId error={outcome.error} />
                </div>
            )}
            {conflict && (
                <div class="notice bad" role="alert">
                    <p><strong>{words.conflictTitle}.</strong> {words.conflictText}</p>
                    {differences?.(conflict.current, body)}
                    <div class="buttons">
                        <Button onClick={() => void send(true)}>{words.saveMine}</Button>
                        <Button onClick={() => { setTyped(undefined); setConflict(undefined); onTheirs?.(); }}>{words.useTheirs}</Button>
                    </div>
                </div>
            )}
            <div class="buttons">
                <Button type="submit" kind="primary" busy={busy}>{busy ? words.saving : submit}</Button>
                {onCancel && <Button onClick={() => void guard.mayClose().then((close) => { if (close && mounted.current) onCancel(); })}>{words.cancel}</Button>}
                {request && <AsCurl request={request(body)} />}
            </div>
        </form>
    );
}
