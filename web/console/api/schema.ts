// What forms read of a JSON Schema in the OpenAPI document.
export interface Schema {
    readonly type?: string | readonly string[];
    readonly format?: string;
    readonly enum?: readonly (string | number)[];
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly required?: readonly string[];
    readonly description?: string;
    readonly items?: Schema;
    readonly properties?: Readonly<Record<string, Schema>>;
}
