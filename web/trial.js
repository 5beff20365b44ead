// The form under an operation for trying a call. Calls always go to this server, whatever the fields contain.
import { byId, code, listing, make } from './elements.js';
import { exampleOf, hintFor } from './openapi.js';

const credential = byId('page-credential');
const credentialKind = byId('page-credential-kind');

export const tryOf = (id) => `${id}-try`;
export const pretty = (value) => JSON.stringify(value, null, 2);

export function offerCredentials(api) {
    const kinds = Object.values(api.document.components?.securitySchemes ?? {}).map((scheme) => (scheme.type === 'apiKey'
        ? make('option', { value: `${scheme.name}|` }, 'API key')
        : make('option', { value: 'Authorization|Bearer ' }, 'Access token')));
    credentialKind.replaceChildren(...kinds);
}

function inputFor(api, { schema = {} }, attributes) {
    const about = api.resolved(schema);
    const choices = about.enum ?? (about.type === 'boolean' ? ['true', 'false'] : undefined);
    if (choices) return make('select', attributes, ['', ...choices].map((value) => make('option', {}, String(value))));
    return make('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: hintFor(about), ...attributes });
}

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
    // Without cookies: the call uses the given credential, not the session of the signed-in user.
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

function responseOf({ answer, text }) {
    const headers = [...answer.headers].map((header) => header.join(': ')).join('\n');
    return [make('h5', {}, 'Headers'), listing('Response headers', headers),
            make('h5', {}, 'Body'), text ? listing('Response body', readable(text)) : make('p', {}, 'No content')];
}

function fieldsToTry(api, operation) {
    const fields = operation.parameters.map((parameter) => {
        const id = `${operation.id}-${parameter.in}-${parameter.name}`;
        const required = parameter.required ? '' : undefined;
        return [make('label', { for: id }, code(parameter.name), make('span', {}, required === '' ? ' required' : '')),
                inputFor(api, parameter, { id, name: `${parameter.in} ${parameter.name}`, required })];
    });
    const [type, content] = Object.entries(operation.body?.content ?? {})[0] ?? [];
    if (!type) return fields;
    const id = `${operation.id}-body`;
    const example = exampleOf(content);
    const text = example === undefined ? '' : type.includes('json') ? pretty(example) : String(example);
    return [...fields, make('label', { for: id }, 'Body ', make('span', {}, type)),
            make('textarea', { id, name: 'body', rows: Math.min(text.split('\n').length + 1, 24), spellcheck: 'false',
                               'data-type': type }, text)];
}

export function trial(api, operation) {
    const curl = listing('curl command', '');
    const status = make('p', { role: 'status' });
    const response = make('div');
    const form = make('form', { class: 'try', id: tryOf(operation.id), 'aria-label': `Try ${operation.id}`, autocomplete: 'off' },
        make('h4', {}, 'Try it'),
        operation.ways.length
            ? make('p', {}, 'Sent with the ', make('a', { href: '#page-credential' }, 'credential'), ' at the top of this page.') : undefined,
        ...fieldsToTry(api, operation).flat(),
        make('h5', {}, 'curl command'), curl,
        make('div', {}, make('button', { class: 'primary' }, 'Send')),
        status, response);

    const showCurl = () => { curl.querySelector('code').textContent = curlOf(callOf(operation, form)); };
    form.addEventListener('input', showCurl);
    credentialKind.addEventListener('change', showCurl);
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        if (form.ariaBusy === 'true') return;
        form.ariaBusy = 'true';
        status.textContent = 'Sending …';
        response.replaceChildren();
        try {
            const result = await send(callOf(operation, form));
            status.replaceChildren(make('strong', {}, `${result.answer.status} ${result.answer.statusText}`.trim()),
                                   ` in ${result.took} ms`);
            response.replaceChildren(...responseOf(result));
        } catch (problem) {
            status.textContent = `No response: ${problem.message}`;
        }
        form.ariaBusy = 'false';
    });
    showCurl();
    return form;
}
