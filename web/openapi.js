// Reads an OpenAPI document: its operations, and descriptions of its schemas.

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'];

const nameOf = (reference) => reference.split('/').pop();
const partsOf = (schema) => schema.oneOf ?? schema.anyOf ?? schema.allOf;

function rangeInWords(least, most, unit = '') {
    const counted = (number) => (unit ? `${number} ${unit}${number === 1 ? '' : 's'}` : String(number));
    if (least === undefined && most === undefined) return undefined;
    if (most === undefined) return `at least ${counted(least)}`;
    if (least === undefined) return `at most ${counted(most)}`;
    return `${least} to ${counted(most)}`;
}

export class Api {
    constructor(document) {
        this.document = document;
        this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
            METHODS.filter((method) => item[method]).map((method) => this.#operation(path, method, item)));
    }

    #operation(path, method, item) {
        const own = item[method];
        const name = path.split('/')[1] || 'start';
        const ways = own.security ?? this.document.security ?? [];
        return {
            ...own,
            path,
            method,
            id: own.operationId ?? `${method}${path}`,
            family: own.tags?.[0] ?? name[0].toUpperCase() + name.slice(1),
            parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])].map((each) => this.resolved(each)),
            responses: Object.entries(own.responses).map(([status, response]) => ({ status, ...this.resolved(response) })),
            body: own.requestBody && this.resolved(own.requestBody),
            ways,
            scopes: ways.flatMap((way) => Object.values(way).flat()),
        };
    }

    resolved(thing) {
        if (!thing.$ref) return thing;
        const steps = thing.$ref.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
        return this.resolved(steps.reduce((at, step) => at[step], this.document));
    }

    // Operations by tag, in the order of the document's tags.
    families() {
        const about = new Map((this.document.tags ?? []).map(({ name, description }) => [name, description]));
        const names = new Set([...about.keys(), ...this.operations.map(({ family }) => family)]);
        return [...names].map((name) => ({
            id: `family-${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
            name,
            description: about.get(name),
            operations: this.operations.filter(({ family }) => family === name),
        })).filter((family) => family.operations.length);
    }

    // The fields of an object, or of the objects in a list: name, schema, required, and nested fields.
    // `above` contains the enclosing schemas, to stop at recursion.
    fields(schema, above = []) {
        if (schema.$ref) {
            const name = nameOf(schema.$ref);
            return above.includes(name) ? [] : this.fields(this.resolved(schema), [...above, name]);
        }
        const parts = partsOf(schema);
        if (parts) return parts.flatMap((part) => this.fields(part, above));
        if (schema.items) return this.fields(schema.items, above);
        const others = schema.additionalProperties?.constructor === Object
            ? [['any other name', schema.additionalProperties]] : [];
        return [...Object.entries(schema.properties ?? {}), ...others].map(([name, field]) => ({
            name, schema: field, required: Boolean(schema.required?.includes(name)), fields: this.fields(field, above),
        }));
    }

    type(schema) {
        if (schema.$ref) return nameOf(schema.$ref);
        const parts = partsOf(schema);
        if (parts) return parts.map((part) => this.type(part)).join(schema.allOf ? ' and ' : ' or ');
        const types = [schema.type ?? (schema.properties ? 'object' : 'any value')].flat();
        return types.map((type) => {
            if (type === 'array') return `list of ${this.type(schema.items ?? {})}`;
            return schema.format && type !== 'null' ? `${type} (${schema.format})` : type;
        }).join(' or ');
    }

    // Constraints of a value besides its type.
    limits(schema) {
        const given = (word, value) => (value === undefined ? undefined : `${word} ${JSON.stringify(value)}`);
        const own = [
            rangeInWords(schema.minLength, schema.maxLength, 'character'),
            rangeInWords(schema.minItems, schema.maxItems, 'item'),
            rangeInWords(schema.minimum, schema.maximum),
            given('more than', schema.exclusiveMinimum),
            given('less than', schema.exclusiveMaximum),
            given('a multiple of', schema.multipleOf),
            schema.uniqueItems ? 'unique items' : undefined,
            schema.pattern && `pattern ${schema.pattern}`,
            schema.enum && `one of ${schema.enum.join(', ')}`,
            given('always', schema.const),
            given('default', schema.default),
        ].filter(Boolean);
        const items = schema.items ? this.limits(this.resolved(schema.items)) : [];
        return items.length ? [...own, `each ${items.join(', ')}`] : own;
    }

    inWords(schema) {
        return [this.type(schema), ...this.limits(this.resolved(schema))].join(', ');
    }
}

export const isError = ({ status }) => status >= '400';

// The codes of an error, if its description is a list of codes rather than a sentence.
export function codesOf({ description }) {
    const codes = description.split(', ');
    return codes.every((word) => /^\w+$/.test(word)) ? codes : undefined;
}

export function exampleOf({ example, examples, schema }) {
    return example ?? Object.values(examples ?? {})[0]?.value ?? schema?.examples?.[0];
}

export function hintFor({ type, minimum, maximum }) {
    return type === 'array' ? 'comma-separated' : rangeInWords(minimum, maximum);
}
