import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import type { Schema } from "../api/schema";
import { Picker, type PickerSource } from "./Picker";
import { TagInput } from "./TagInput";
import { parts as words } from "./words";

export type FieldKind = "text" | "longText" | "email" | "url" | "password" | "select" | "language" | "date" | "dateTime" | "number" | "checkbox" | "tags" | "choices" | "picker";

export interface Option {
    readonly value: string;
    readonly title: string;
}

// One field of a form: where its value stands in the body, and how it is shown.
export interface FieldLayout {
    readonly path: string;  // JSON pointer: /location/city
    readonly label: string;
    readonly kind?: FieldKind;  // otherwise from the schema
    readonly options?: readonly Option[];  // of select, language and choices; otherwise the enum of the schema
    readonly optionsFor?: (body: unknown) => readonly Option[];  // those of `options` that fit what is typed elsewhere
    readonly picker?: PickerSource;  // instead of options, where there may be many
    readonly shownIf?: (body: unknown) => boolean;  // only with what is typed elsewhere
    readonly help?: string;
    readonly placeholder?: string;
    readonly commas?: boolean;  // of tags: a comma is part of a value
    readonly half?: boolean;  // two fields in a row
    readonly required?: boolean;  // beyond what the schema says
    readonly plain?: boolean;  // a part of its own: "optional" is not shown
    readonly disabled?: boolean;
    readonly autocomplete?: string;
    readonly section?: string;  // a heading above this field
    readonly textOf?: (value: unknown) => string;  // in the list of differences after a conflict
    readonly render?: (value: unknown, onChange: (value: unknown) => void) => ComponentChildren;  // a group of controls of its own
}

export interface FieldProps {
    readonly field: FieldLayout;
    readonly schema: Schema | undefined;
    readonly required: boolean;
    readonly value: unknown;
    readonly fault: string | undefined;
    readonly onChange: (value: unknown) => void;
}

export function kindOf(field: FieldLayout, schema: Schema | undefined): FieldKind {
    if (field.kind !== undefined) return field.kind;
    if (field.picker !== undefined) return "picker";
    if (field.options !== undefined || schema?.enum !== undefined) return "select";
    if (schema?.type === "boolean") return "checkbox";
    if (schema?.type === "integer" || schema?.type === "number") return "number";
    if (schema?.type === "array") return schema.items?.enum === undefined ? "tags" : "choices";
    if (schema?.format === "date-time") return "dateTime";
    if (schema?.format === "date") return "date";
    return (schema?.maxLength ?? 0) > 1000 ? "longText" : "text";
}

export function Field({ field, schema, required, value, fault, onChange }: FieldProps) {
    const id = useId();
    const kind = kindOf(field, schema);
    const described = [fault !== undefined && `${id}-fault`, field.help !== undefined && `${id}-help`].filter(Boolean).join(" ") || undefined;
    const common = { id, "aria-describedby": described, "aria-invalid": fault !== undefined || undefined, "aria-required": required || undefined, disabled: field.disabled, "data-path": field.path };
    const label = <label for={id}>{field.label}{!required && kind !== "checkbox" && <span class="quiet"> {words.optional}</span>}</label>;
    if (field.render !== undefined) {
        return (
            <div class={`field${fault !== undefined ? " bad" : ""}`} role="group" aria-labelledby={`${id}-label`} aria-describedby={described} aria-invalid={fault !== undefined || undefined} tabIndex={-1}>
                <div id={`${id}-label`} class="label">{field.label}{!required && !field.plain && <span class="quiet"> {words.optional}</span>}</div>
                {fault !== undefined && <p class="fault" id={`${id}-fault`}>{fault}</p>}
                {field.help !== undefined && <p class="help" id={`${id}-help`}>{field.help}</p>}
                {field.render(value, onChange)}
            </div>
        );
    }
    return (
        <div class={`field kind-${kind}${field.half ? " half" : ""}${fault !== undefined ? " bad" : ""}`}>
            {kind === "checkbox" ? <div class="check">{control(kind, field, schema, value, onChange, common)}{label}</div> : <>{label}{control(kind, field, schema, value, onChange, common)}</>}
            {fault !== undefined && <p class="fault" id={`${id}-fault`}>{fault}</p>}
            {field.help !== undefined && <p class="help" id={`${id}-help`}>{field.help}</p>}
        </div>
    );
}

type Common = JSX.HTMLAttributes<HTMLElement> & { id: string };

function optionsOf(field: FieldLayout, schema: Schema | undefined): readonly Option[] {
    return field.options ?? (schema?.enum ?? schema?.items?.enum ?? []).map((one) => ({ value: String(one), title: String(one) }));
}

function control(kind: FieldKind, field: FieldLayout, schema: Schema | undefined, value: unknown, onChange: (value: unknown) => void, common: Common) {
    const text = value === undefined || value === null ? "" : String(value);
    const onText = (event: JSX.TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value);
    const input = { ...(common as object), placeholder: field.placeholder, autocomplete: field.autocomplete ?? "off" };
    switch (kind) {
        case "longText": return <textarea {...input} rows={6} dir="auto" value={text} onInput={onText} />;
        case "select":
        case "language":
            return (
                <select {...(common as object)} value={text} onChange={onText}>
                    <option value="">{words.none}</option>
                    {optionsOf(field, schema).map((option) => <option key={option.value} value={option.value} selected={option.value === text}>{option.title}</option>)}
                </select>
            );
        case "picker": return field.picker && <Picker source={field.picker} value={value as string | undefined} onChange={onChange} input={{ ...(common as object), placeholder: field.placeholder }} />;
        case "date": return <input {...input} type="date" value={text.slice(0, 10)} onInput={onText} />;
        case "dateTime": return <input {...input} type="datetime-local" value={localTime(text)} onInput={(event) => onChange(utcTime(event.currentTarget.value))} />;
        case "number":
            return <input {...input} type="number" step={schema?.type === "integer" ? 1 : "any"} min={schema?.minimum} max={schema?.maximum} value={text}
                onInput={(event) => onChange(Number.isNaN(event.currentTarget.valueAsNumber) ? undefined : event.currentTarget.valueAsNumber)} />;
        case "checkbox": return <input {...(common as object)} type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
        case "tags": return <TagInput {...(common as { id: string })} values={(value as string[] | undefined) ?? []} onChange={onChange} placeholder={field.placeholder ?? words.addTag} commas={field.commas} />;
        case "choices": return <Choices options={optionsOf(field, schema)} label={field.label} values={(value as string[] | undefined) ?? []} onChange={onChange} />;
        default: return <input {...input} type={kind} dir="auto" value={text} onInput={onText} />;
    }
}

export function Choices({ options, label, values, onChange }: { options: readonly Option[]; label: string; values: readonly string[]; onChange: (values: string[]) => void }) {
    const toggle = (value: string) => onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
    return (
        <div class="choices" role="group" aria-label={label}>
            {options.map(({ value, title }) => <label key={value}><input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} /> {title}</label>)}
        </div>
    );
}

// Between RFC 3339 in UTC and the local time of a browser's field.
export function localTime(text: string): string {
    const time = new Date(text);
    if (text === "" || Number.isNaN(time.getTime())) return "";
    return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function utcTime(local: string): string | undefined {
    const time = new Date(local);
    return local === "" || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
