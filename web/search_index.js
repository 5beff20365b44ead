// The search index of operations and guide sections, and the ranking of results.
import { codesOf, isError } from './openapi.js';

const EXACT = 1;
const PREFIX = 0.8;
const INSIDE = 0.1;
const DEPRECATED = 0.5;  // deprecated operations rank below their replacements
const SNIPPET = 70;      // characters before and after a hit

const isLetter = (character) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

// `text` is displayed; it is indexed as it is and with camelCase names split into words.
function field(weight, text) {
    const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
    return { weight, text, searched: (parts === text ? text : `${text}\n${parts}`).toLowerCase() };
}

function fieldsInWords(api, fields) {
    return fields.flatMap(({ name, schema, fields: below }) => {
        const { enum: values = [], description = '', items } = api.resolved(schema);
        const choices = [...values, ...(items ? api.resolved(items).enum ?? [] : [])].join(', ');
        return [[name, choices, description].filter(Boolean).join(': '), ...fieldsInWords(api, below)];
    });
}

const contentsOf = ({ content = {} }) => Object.values(content).map(({ schema = {} }) => schema);

function operationEntry(api, operation) {
    const { method, path, id, summary = '', description = '', family, parameters, responses, body, scopes } = operation;
    const words = (contents) => [...new Set(contents.flatMap((schema) => fieldsInWords(api, api.fields(schema))))].join('; ');
    return {
        kind: method.toUpperCase(),
        title: summary,
        place: path,
        href: `/docs#${id}`,
        factor: operation.deprecated ? DEPRECATED : 1,
        fields: [
            field(10, `${summary} ${id}`),
            field(8, `${method} ${path}`),
            field(5, [family, operation.deprecated ? 'deprecated' : '', ...scopes, ...(operation['x-throttle-policies'] ?? [])].join(' ')),
            field(4, description.replaceAll('`', '')),
            field(4, fieldsInWords(api, parameters.map(({ name, schema = {}, description: about }) =>
                ({ name, schema: { description: about, ...schema }, fields: [] }))).join('; ')),
            field(4, responses.filter(isError).flatMap((response) => codesOf(response) ?? [response.description]).join(', ')),
            field(3, words(body ? contentsOf(body) : [])),
            field(2, words(responses.filter((response) => !isError(response)).flatMap(contentsOf))),
        ],
    };
}

function sectionEntry({ guide, title, anchor, heading, text }) {
    return {
        kind: 'Guide',
        title: heading === title ? title : `${title} › ${heading}`,
        href: heading === title ? `/docs/${guide}` : `/docs/${guide}#${anchor}`,
        factor: 1,
        fields: [field(heading === title ? 14 : 12, heading), field(5, title), field(4, text.replaceAll(/\s+/g, ' '))],
    };
}

export function makeIndex(api, sections) {
    return [...sections.map(sectionEntry), ...api.operations.map((operation) => operationEntry(api, operation))];
}

// The score of a word in a text: kind and number of matches.
function fit(searched, word) {
    let quality = 0;
    let count = 0;
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length)) {
        const begins = !isLetter(word[0]) || !isLetter(searched[at - 1]);
        const ends = !isLetter(word.at(-1)) || !isLetter(searched[at + word.length]);
        quality = Math.max(quality, begins ? (ends ? EXACT : PREFIX) : word.length > 2 ? INSIDE : 0);
        if (++count === 8) break;
    }
    return { quality, count };
}

function score(entry, words) {
    let total = 0;
    for (const word of words) {
        const best = Math.max(...entry.fields.map(({ weight, searched }) => {
            const { quality, count } = fit(searched, word);
            return quality && weight * quality + 0.2 * (count - 1);
        }));
        if (!best) return 0;
        total += best;
    }
    return total * entry.factor;
}

// An excerpt around a match, unless it is in the title or path, which are displayed anyway.
function snippet({ fields, title, place }, words) {
    const shown = `${title} ${place ?? ''}`.toLowerCase();
    const word = words.find((each) => !shown.includes(each)) ?? words[0];
    const text = fields.slice(2).find((each) => each.text.toLowerCase().includes(word))?.text;
    if (!text) return undefined;
    const at = text.toLowerCase().indexOf(word);
    const from = Math.max(0, at - SNIPPET);
    const to = Math.min(text.length, at + word.length + SNIPPET);
    return `${from ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}

function ranked(index, words) {
    return index.map((entry) => ({ entry, words, score: score(entry, words) })).filter((hit) => hit.score > 0)
        .sort((a, b) => b.score - a.score)
        .map((hit) => ({ ...hit, snippet: snippet(hit.entry, words) }));
}

const stem = (word) => (word.length > 5 ? word.replace(/(ations?|ions?|ings?|ed|es|s)$/, '') : word);

// All words must occur; if there is no result, their stems.
export function search(index, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const found = ranked(index, words);
    return found.length ? found : ranked(index, words.map(stem));
}
