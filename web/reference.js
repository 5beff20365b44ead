// The API reference: renders /openapi.json and lets users try operations.
import { byId, code, factsOf, listing, listOf, make, prose } from './elements.js';
import { Api, codesOf, exampleOf, isError } from './openapi.js';
import { fetchJson, installSearch } from './search.js';
import { makeIndex } from './search_index.js';
import { offerCredentials, pretty, trial, tryOf } from './trial.js';

const ERRORS = { id: 'page-errors', name: 'Error format' };

let api;

// --- fields

function fieldItem({ name, schema, required, fields }, place) {
    const about = api.resolved(schema);
    return make('li', {},
        code(name),
        make('span', {}, place ? `in ${place}: ` : '', api.inWords(schema)),
        required ? make('span', { class: 'mark' }, 'required') : undefined,
        about.deprecated ? make('span', { class: 'mark bad' }, 'deprecated') : undefined,
        about.description ? prose(about.description) : undefined,
        fieldList(fields));
}

const fieldList = (fields) => (fields.length
    ? make('ul', { class: 'fields' }, fields.map((field) => fieldItem(field))) : undefined);

// --- an operation

function wayOf(way) {
    return Object.entries(way).map(([name, scopes]) => {
        const scheme = api.document.components.securitySchemes[name];
        if (scheme.type === 'apiKey') return ['An API key in ', code(scheme.name)];
        if (!scopes.length) return ['An access token'];
        const prompts = Object.assign({}, ...Object.values(scheme.flows ?? {}).map((flow) => flow.scopes));
        return ['An access token with ', ...scopes.flatMap((scope) => [code(scope), prompts[scope] ?? ''])];
    }).flat();
}

function parametersOf({ parameters }) {
    if (!parameters.length) return [];
    const items = parameters.map(({ name, description, schema = {}, required, in: place }) =>
        fieldItem({ name, schema: { description, ...schema }, required, fields: [] }, place));
    return [make('h4', {}, 'Parameters'), make('ul', { class: 'fields' }, items)];
}

const written = (example) => (typeof example === 'string' ? example : pretty(example));

function contentOf(label, contents = {}) {
    return Object.entries(contents).flatMap(([type, content]) => {
        const { schema = {} } = content;
        const example = exampleOf(content);
        return [make('p', {}, code(type), ` ${api.inWords(schema)}`), fieldList(api.fields(schema)),
                ...(example === undefined ? []
                    : [make('h5', {}, `${label} example`), listing(`${label} example`, written(example))])];
    });
}

function requestOf({ body }) {
    if (!body) return [];
    return [make('h4', {}, 'Request body'), ...prose(body.description ?? ''), ...contentOf('Request', body.content)];
}

function successesOf({ responses }) {
    return responses.filter((response) => !isError(response)).flatMap(({ status, description, content }) =>
        [make('h4', {}, `Response ${status}`), ...prose(description), ...contentOf('Response', content)]);
}

function errorsOf({ responses }) {
    const errors = responses.filter(isError).map((response) =>
        [response.status, ...(codesOf(response)?.map(code) ?? [response.description])]);
    return errors.length ? [make('h4', {}, 'Errors'), factsOf(errors)] : [];
}

function describe(operation) {
    const policies = operation['x-throttle-policies'] ?? [];
    return [
        make('p', { class: 'links' }, make('a', { href: `#${operation.id}` }, code(operation.id)),
             make('a', { href: `#${tryOf(operation.id)}` }, 'Try it')),
        ...prose(operation.description ?? ''),
        factsOf([
            ['Authentication', operation.ways.length ? listOf(operation.ways.map(wayOf)) : 'None required'],
            policies.length && ['Rate limits', ...policies.map(code)],
        ]),
        ...parametersOf(operation),
        ...requestOf(operation),
        ...successesOf(operation),
        ...errorsOf(operation),
        trial(api, operation),
    ].filter(Boolean);
}

function entryOf(operation) {
    const { method, path, id, summary, deprecated } = operation;
    const entry = make('details', { class: 'operation', id },
        make('summary', {},
            make('h3', {}, make('span', { class: `method ${method}` }, method.toUpperCase()), code(path)),
            make('span', {}, summary ?? ''),
            deprecated ? make('span', { class: 'mark bad' }, 'deprecated') : undefined));
    // The content is created when the entry is opened, because most never are.
    entry.addEventListener('toggle', () => unfold(entry, operation));
    return entry;
}

function unfold(entry, operation) {
    if (entry.open && entry.children.length === 1) entry.append(make('div', {}, describe(operation)));
}

// --- the page

const sectionOf = ({ id, name, description, operations }) => make('section', { class: 'family', 'aria-labelledby': id },
    make('h2', { id }, name), description && make('p', {}, description), operations.map(entryOf));

// The schema of errors, shown once because all are alike.
function errorShape() {
    return make('section', { class: 'family', 'aria-labelledby': ERRORS.id },
        make('h2', { id: ERRORS.id }, ERRORS.name), fieldList(api.fields(api.document.components.schemas.Error)));
}

// Opens the target of the URL fragment: an operation, its form, a family or the credential.
function follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    const operation = api.operations.find(({ id }) => [id, tryOf(id)].includes(name));
    if (operation) {
        const entry = byId(operation.id);
        entry.open = true;
        unfold(entry, operation);
    }
    const target = byId(name);
    if (!target) return;
    target.scrollIntoView();
    (target.elements?.[0] ?? target.querySelector('summary') ?? target).focus({ preventScroll: true });
}

function show() {
    const families = api.families();
    byId('page-introduction').textContent = api.document.info.description;
    offerCredentials(api);
    byId('page-operations').replaceChildren(...families.map(sectionOf), errorShape());
    byId('page-families').replaceChildren(...[...families, ERRORS].map(
        ({ id, name }) => make('li', {}, make('a', { href: `#${id}` }, name))));
    byId('page-reference').hidden = false;
    installSearch(async () => makeIndex(api, await fetchJson('/assets/guides.json')));
    window.addEventListener('hashchange', follow);
    follow();
}

try {
    api = new Api(await fetchJson('/openapi.json'));
    show();
} catch (problem) {
    byId('page-problem').textContent = `The API description could not be loaded: ${problem.message}`;
    byId('page-problem').hidden = false;
}
