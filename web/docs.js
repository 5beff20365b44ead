// The reference of the API: reads /openapi.json, shows its operations, and lets a person try one.
// What stands in the document is shown as text, whatever it holds.

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'head', 'trace'];
const ERRORS = { id: 'page-errors', name: 'How errors look' };

const byId = (id) => document.getElementById(id);
const credential = byId('page-credential');
const credentialKind = byId('page-credential-kind');

let api;  // the document

// An element with its attributes and children; children that are undefined are left out.
function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.flat().filter((child) => child !== undefined));
    return element;
}

const code = (text) => make('code', {}, text);
const listOf = (items) => make('ul', {}, items.map((item) => make('li', {}, item)));
const factsOf = (facts) => make('dl', {}, facts.filter(Boolean).map(
    ([term, ...about]) => make('div', {}, make('dt', {}, term), make('dd', {}, ...about))));
// A program's text. It can be scrolled, so the keyboard must reach it.
const listing = (label, text) => make('pre', { tabindex: 0, role: 'region', 'aria-label': label }, code(text));
const pretty = (value) => JSON.stringify(value, null, 2);

// --- schemas

const nameOf = (reference) => reference.split('/').pop();

function resolved(thing) {
    if (!thing.$ref) return thing;
    const steps = thing.$ref.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return resolved(steps.reduce((at, step) => at[step], api));
}

const partsOf = (schema) => schema.oneOf ?? schema.anyOf ?? schema.allOf;

function typeOf(schema) {
    if (schema.$ref) return nameOf(schema.$ref);
    const parts = partsOf(schema);
    if (parts) return parts.map(typeOf).join(schema.allOf ? ' and ' : ' or ');
    const types = [schema.type ?? (schema.properties ? 'object' : 'any value')].flat();
    return types.map((type) => {
        if (type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
        return schema.format && type !== 'null' ? `${type} (${schema.format})` : type;
    }).join(' or ');
}

function rangeOf(least, most, unit = '') {
    const counted = (number) => (unit ? `${number} ${unit}${number === 1 ? '' : 's'}` : String(number));
    if (least === undefined && most === undefined) return undefined;
    if (most === undefined) return `at least ${counted(least)}`;
    if (least === undefined) return `at most ${counted(most)}`;
    return `${least} to ${counted(most)}`;
}

// What a value must keep to besides its type, in words.
function limitsOf(schema) {
    const given = (word, value) => (value === undefined ? undefined : `${word} ${JSON.stringify(value)}`);
    const own = [
        rangeOf(schema.minLength, schema.maxLength, 'character'),
        rangeOf(schema.minItems, schema.maxItems, 'item'),
        rangeOf(schema.minimum, schema.maximum),
        given('more than', schema.exclusiveMinimum),
        given('less than', schema.exclusiveMaximum),
        given('a multiple of', schema.multipleOf),
        schema.uniqueItems ? 'no item twice' : undefined,
        schema.pattern && `like ${schema.pattern}`,
        schema.enum && `one of ${schema.enum.join(', ')}`,
        given('always', schema.const),
        given('by default', schema.default),
    ].filter(Boolean);
    const items = schema.items ? limitsOf(resolved(schema.items)) : [];
    return items.length ? [...own, `each ${items.join(', ')}`] : own;
}

const sentenceOf = (schema) => [typeOf(schema), ...limitsOf(resolved(schema))].join(', ');

function fieldOf(name, schema, required, above) {
    const about = resolved(schema);
    return make('li', {},
        code(name),
        make('span', {}, sentenceOf(schema)),
        required ? make('span', { class: 'mark' }, 'required') : undefined,
        about.deprecated ? make('span', { class: 'mark bad' }, 'deprecated') : undefined,
        about.description ? make('p', {}, about.description) : undefined,
        fieldsOf(schema, above));
}

// The fields of an object, or of the objects in a list, with theirs; undefined if there are none. `above` names the
// schemas that this one stands in: one that contains itself is not unfolded again.
function fieldsOf(schema, above = []) {
    if (schema.$ref) {
        const name = nameOf(schema.$ref);
        return above.includes(name) ? undefined : fieldsOf(resolved(schema), [...above, name]);
    }
    const parts = partsOf(schema);
    if (parts) {
        const lists = parts.map((part) => fieldsOf(part, above)).filter(Boolean);
        return lists.length ? make('div', {}, lists) : undefined;
    }
    if (schema.items) return fieldsOf(schema.items, above);
    const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => fieldOf(name, field, schema.required?.includes(name), above));
    if (schema.additionalProperties?.constructor === Object) {
        fields.push(fieldOf('any other name', schema.additionalProperties, false, above));
    }
    return fields.length ? make('ul', { class: 'fields' }, fields) : undefined;
}

// --- operations

function operationsOf(paths) {
    return Object.entries(paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => {
        const operation = { path, method, ...item[method] };
        const name = path.split('/')[1] || 'start';
        operation.id = operation.operationId ?? `${method}${path}`;
        operation.family = operation.tags?.[0] ?? name[0].toUpperCase() + name.slice(1);
        operation.parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(resolved);
        operation.ways = operation.security ?? api.security ?? [];
        operation.scopes = operation.ways.flatMap((way) => Object.values(way).flat());
        operation.words = wordsOf(operation).toLowerCase();
        return operation;
    }));
}

// What a search looks through.
function wordsOf(operation) {
    return [operation.method, operation.path, operation.id, operation.family, operation.summary, operation.description,
            operation.deprecated ? 'deprecated' : '', ...operation.scopes, ...(operation['x-throttle-policies'] ?? []),
            ...operation.parameters.map(({ name }) => name),
            ...Object.entries(operation.responses).flatMap(([status, { description }]) => [status, description])].join(' ');
}

function wayOf(way) {
    return Object.entries(way).map(([name, scopes]) => {
        const scheme = api.components.securitySchemes[name];
        if (scheme.type === 'apiKey') return ['An API key in ', code(scheme.name)];
        if (!scopes.length) return ['An access token'];
        const prompts = Object.assign({}, ...Object.values(scheme.flows ?? {}).map((flow) => flow.scopes));
        return ['An access token with ', ...scopes.flatMap((scope) => [code(scope), prompts[scope] ?? ''])];
    }).flat();
}

function parametersOf({ parameters }) {
    if (!parameters.length) return [];
    const fields = parameters.map((parameter) => {
        const field = fieldOf(parameter.name, { description: parameter.description, ...parameter.schema }, parameter.required);
        field.children[1].prepend(`in ${parameter.in}: `);
        return field;
    });
    return [make('h4', {}, 'Parameters'), make('ul', { class: 'fields' }, fields)];
}

function exampleOf(content) {
    return content.example ?? Object.values(content.examples ?? {})[0]?.value ?? content.schema?.examples?.[0];
}

function contentOf(contents = {}) {
    return Object.entries(contents).flatMap(([type, { schema = {}, ...content }]) => {
        const example = exampleOf({ schema, ...content });
        return [make('p', {}, code(type), ` ${sentenceOf(schema)}`), fieldsOf(schema),
                ...(example === undefined ? [] : [make('h5', {}, 'Example'), listing('Example', pretty(example))])];
    });
}

function requestOf({ requestBody }) {
    if (!requestBody) return [];
    const { content, description } = resolved(requestBody);
    return [make('h4', {}, 'Request body'), description && make('p', {}, description), ...contentOf(content)];
}

const isError = ([status]) => status >= '400';

function successesOf({ responses }) {
    return Object.entries(responses).filter((response) => !isError(response)).flatMap(([status, response]) => {
        const { description, content } = resolved(response);
        return [make('h4', {}, `Response ${status}`), make('p', {}, description), ...contentOf(content)];
    });
}

// A description of an error is a list of codes, or else a sentence.
function errorsOf({ responses }) {
    const errors = Object.entries(responses).filter(isError).map(([status, response]) => {
        const { description } = resolved(response);
        const codes = description.split(', ');
        return [status, ...(codes.every((word) => /^\w+$/.test(word)) ? codes.map(code) : [description])];
    });
    return errors.length ? [make('h4', {}, 'Errors'), factsOf(errors)] : [];
}

function describe(operation) {
    const policies = operation['x-throttle-policies'] ?? [];
    return [
        make('p', { class: 'links' }, make('a', { href: `#${operation.id}` }, code(operation.id)),
             make('a', { href: `#${tryOf(operation.id)}` }, 'Try it')),
        operation.description && make('p', {}, operation.description),
        factsOf([
            ['Who may call', operation.ways.length ? listOf(operation.ways.map(wayOf)) : 'Anybody.'],
            policies.length && ['Throttled by', ...policies.map(code)],
        ]),
        ...parametersOf(operation),
        ...requestOf(operation),
        ...successesOf(operation),
        ...errorsOf(operation),
        trial(operation),
    ].filter(Boolean);
}

function entryOf(operation) {
    const { method, path, id, summary, deprecated } = operation;
    const entry = make('details', { class: 'operation', id },
        make('summary', {},
            make('h3', {}, make('span', { class: `method ${method}` }, method.toUpperCase()), code(path)),
            make('span', {}, summary ?? ''),
            deprecated ? make('span', { class: 'mark bad' }, 'deprecated') : undefined));
    // Most operations are never opened: what is in one is made when it is.
    entry.addEventListener('toggle', () => unfold(entry, operation));
    operation.entry = entry;
    operation.unfold = () => {
        entry.open = true;
        unfold(entry, operation);
    };
    return entry;
}

function unfold(entry, operation) {
    if (entry.open && entry.children.length === 1) entry.append(make('div', {}, describe(operation)));
}

// --- trying a call

const tryOf = (id) => `${id}-try`;

function inputFor({ schema = {} }, attributes) {
    const { enum: values, type, minimum, maximum } = resolved(schema);
    const hint = type === 'array' ? 'separated by commas' : rangeOf(minimum, maximum);
    const choices = values ?? (type === 'boolean' ? ['true', 'false'] : undefined);
    if (choices) return make('select', attributes, ['', ...choices].map((value) => make('option', {}, String(value))));
    return make('input', { type: 'text', autocomplete: 'off', spellcheck: 'false',
                           placeholder: hint, ...attributes });
}

// The call that the fields of a form describe. It goes to this server, whatever they hold.
function callOf(operation, form) {
    const filled = operation.parameters.map((parameter) => [parameter, form.elements[`${parameter.in} ${parameter.name}`].value]);
    const valuesIn = (place) => filled.filter(([parameter, value]) => parameter.in === place && value !== '').flatMap(
        ([{ name, schema }, value]) => (schema?.type === 'array' ? value.split(',') : [value]).map((each) => [name, each.trim()]));
    const path = valuesIn('path').reduce((at, [name, value]) => at.replace(`{${name}}`, () => encodeURIComponent(value)),
                                         operation.path);
    const query = new URLSearchParams(valuesIn('query')).toString();
    const body = form.elements.body?.value;
    const type = body ? [['Content-Type', form.elements.body.dataset.type]] : [];
    return {
        method: operation.method.toUpperCase(),
        url: location.origin + path + (query && `?${query}`),
        headers: [...valuesIn('header'), ...type],
        body: body || undefined,
        needsCredential: operation.ways.length > 0,
    };
}

function credentialHeader(secret) {
    const [name, prefix] = credentialKind.value.split('|');
    return [name, prefix + secret];
}

function curlOf({ method, url, headers, body, needsCredential }) {
    const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    return [
        method === 'GET' ? 'curl' : `curl -X ${method}`,
        needsCredential && `-H "${credentialHeader('$KEY').join(': ')}"`,
        ...headers.map((header) => `-H ${quoted(header.join(': '))}`),
        body && `--data-raw ${quoted(body)}`,
        quoted(url),
    ].filter(Boolean).join(' \\\n  ');
}

async function send({ method, url, headers, body, needsCredential }) {
    const secret = credential.value.trim();
    const all = needsCredential && secret ? [credentialHeader(secret), ...headers] : headers;
    const begin = performance.now();
    // Without cookies: a call is made with the credential that is given here, not as whoever is signed in.
    const answer = await fetch(url, { method, headers: all, body, credentials: 'omit', cache: 'no-store' });
    const text = await answer.text();
    return { answer, text, took: Math.round(performance.now() - begin) };
}

function readable(text) {
    try {
        return pretty(JSON.parse(text));
    } catch {
        return text;
    }
}

function answerOf({ answer, text }) {
    const headers = [...answer.headers].map((header) => header.join(': ')).join('\n');
    return [make('h5', {}, 'Headers'), listing('Headers of the answer', headers),
            make('h5', {}, 'Body'), text ? listing('Body of the answer', readable(text)) : make('p', {}, 'Empty.')];
}

function fieldsToTry(operation) {
    const fields = operation.parameters.map((parameter) => {
        const id = `${operation.id}-${parameter.in}-${parameter.name}`;
        const required = parameter.required ? '' : undefined;
        return [make('label', { for: id }, code(parameter.name), make('span', {}, required === '' ? ' required' : '')),
                inputFor(parameter, { id, name: `${parameter.in} ${parameter.name}`, required })];
    });
    const [type, content] = Object.entries(operation.requestBody ? resolved(operation.requestBody).content : {})[0] ?? [];
    if (!type) return fields;
    const id = `${operation.id}-body`;
    const example = exampleOf(content);
    const text = example === undefined ? '' : type.includes('json') ? pretty(example) : String(example);
    return [...fields, make('label', { for: id }, 'Body ', make('span', {}, type)),
            make('textarea', { id, name: 'body', rows: Math.min(text.split('\n').length + 1, 24), spellcheck: 'false',
                               'data-type': type }, text)];
}

function trial(operation) {
    const curl = code('');
    const status = make('p', { role: 'status' });
    const answer = make('div');
    const form = make('form', { class: 'try', id: tryOf(operation.id), 'aria-label': `Try ${operation.id}`, autocomplete: 'off' },
        make('h4', {}, 'Try it'),
        operation.ways.length
            ? make('p', {}, 'Sent with the ', make('a', { href: '#page-credential' }, 'credential'), ' of this page.') : undefined,
        ...fieldsToTry(operation).flat(),
        make('h5', {}, 'The same with curl'),
        make('pre', { tabindex: 0, role: 'region', 'aria-label': 'The same with curl' }, curl),
        make('div', {}, make('button', { class: 'primary' }, 'Send')),
        status, answer);

    const showCurl = () => { curl.textContent = curlOf(callOf(operation, form)); };
    form.addEventListener('input', showCurl);
    credentialKind.addEventListener('change', showCurl);
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (form.ariaBusy === 'true') return;
        form.ariaBusy = 'true';
        status.textContent = 'Sending …';
        answer.replaceChildren();
        try {
            const result = await send(callOf(operation, form));
            status.replaceChildren(make('strong', {}, `${result.answer.status} ${result.answer.statusText}`.trim()),
                                   ` after ${result.took} ms`);
            answer.replaceChildren(...answerOf(result));
        } catch (problem) {
            status.textContent = `No answer: ${problem.message}`;
        }
        form.ariaBusy = 'false';
    });
    showCurl();
    return form;
}

// --- the page

function familiesOf(operations) {
    const told = new Map((api.tags ?? []).map(({ name, description }) => [name, description]));
    const names = new Set([...told.keys(), ...operations.map(({ family }) => family)]);
    return [...names].map((name) => ({
        id: `family-${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
        name,
        description: told.get(name),
        operations: operations.filter(({ family }) => family === name),
    })).filter((family) => family.operations.length);
}

function sectionOf(family) {
    family.section = make('section', { class: 'family', 'aria-labelledby': family.id },
        make('h2', { id: family.id }, family.name),
        family.description && make('p', {}, family.description),
        family.operations.map(entryOf));
    return family.section;
}

function search(families) {
    const words = byId('page-search').value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    let all = 0;
    for (const { section, operations } of families) {
        for (const { entry, words: text } of operations) entry.hidden = !words.every((word) => text.includes(word));
        const shown = operations.filter(({ entry }) => !entry.hidden).length;
        section.hidden = !shown;
        found += shown;
        all += operations.length;
    }
    byId('page-count').textContent = words.length ? `${found} of ${all} operations` : `${all} operations`;
}

// Goes to what the address names behind its #: an operation, its form, a family, the credential.
function follow(families) {
    const name = decodeURIComponent(location.hash.slice(1));
    families.flatMap(({ operations }) => operations).find(({ id }) => [id, tryOf(id)].includes(name))?.unfold();
    const target = byId(name);
    if (!target) return;
    if (target.closest('[hidden]')) {
        byId('page-search').value = '';
        search(families);
    }
    target.scrollIntoView();
    (target.elements?.[0] ?? target.querySelector('summary') ?? target).focus({ preventScroll: true });
}

function offerCredentials() {
    const kinds = Object.values(api.components?.securitySchemes ?? {}).map((scheme) => (scheme.type === 'apiKey'
        ? make('option', { value: `${scheme.name}|` }, 'an API key')
        : make('option', { value: 'Authorization|Bearer ' }, 'an access token')));
    credentialKind.replaceChildren(...kinds);
}

// All errors look alike: what they look like is told once.
function errorShape() {
    return make('section', { class: 'family', 'aria-labelledby': ERRORS.id },
        make('h2', { id: ERRORS.id }, ERRORS.name), fieldsOf(api.components.schemas.Error));
}

function show() {
    const families = familiesOf(operationsOf(api.paths));
    byId('page-introduction').textContent = api.info.description;
    offerCredentials();
    byId('page-operations').replaceChildren(...families.map(sectionOf), errorShape());
    byId('page-families').replaceChildren(...[...families, ERRORS].map(
        ({ id, name }) => make('li', {}, make('a', { href: `#${id}` }, name))));
    search(families);
    byId('page-reference').hidden = false;
    byId('page-search').addEventListener('input', () => search(families));
    window.addEventListener('hashchange', () => follow(families));
    follow(families);
}

try {
    const answer = await fetch('/openapi.json', { credentials: 'omit' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    api = await answer.json();
    show();
} catch (problem) {
    byId('page-problem').textContent = `The description of the API could not be read: ${problem.message}`;
    byId('page-problem').hidden = false;
}
