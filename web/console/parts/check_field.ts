// What the schema of a field says about a value, before it is sent.
import type { Schema } from "../api/schema";
import { parts as words } from "./words";

export interface FieldSchema {
    readonly schema: Schema | undefined;
    readonly required: boolean;  // here and now: a member of an optional object only if the object is there
}

export function schemaAt(schema: Schema | undefined, pointer: string, body?: unknown): FieldSchema {
    let found = schema;
    let value = body;
    let required = true;
    for (const key of pointer.split("/").slice(1)) {
        const parentIsThere: boolean = required || value !== undefined;
        required = parentIsThere && (found?.required?.includes(key) ?? false);
        found = found?.properties?.[key];
        value = (value as Record<string, unknown> | null | undefined)?.[key];
    }
    return { schema: found, required };
}

export function checkField(schema: Schema | undefined, required: boolean, value: unknown): string | undefined {
    const missing = value === undefined || value === "" || (Array.isArray(value) && value.length === 0 && (schema?.minItems ?? 0) > 0);
    if (missing) return required ? words.required : undefined;
    if (schema === undefined) return undefined;
    if (typeof value === "string") {
        const length = [...value].length;
        if (schema.maxLength !== undefined && length > schema.maxLength) return words.tooLong(schema.maxLength);
        if (schema.minLength !== undefined && length < schema.minLength) return words.tooShort(schema.minLength);
    }
    if (typeof value === "number") {
        if (schema.minimum !== undefined && value < schema.minimum) return words.tooLow(schema.minimum);
        if (schema.maximum !== undefined && value > schema.maximum) return words.tooHigh(schema.maximum);
    }
    return undefined;
}
