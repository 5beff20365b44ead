// Creates DOM elements from text; text is never interpreted as HTML.
import { withCopyButton } from './copy.js';

export const byId = (id) => document.getElementById(id);

// An element with attributes and children; undefined children are skipped.
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.flat().filter((child) => child !== undefined));
    return element;
}

export const code = (text) => make('code', {}, text);
export const listOf = (items) => make('ul', {}, items.map((item) => make('li', {}, item)));
export const factsOf = (facts) => make('dl', {}, facts.filter(Boolean).map(
    ([term, ...about]) => make('div', {}, make('dt', {}, term), make('dd', {}, ...about))));

// A code block with a copy button. It can be scrolled, so it must be focusable.
export function listing(label, text) {
    const pre = make('pre', { tabindex: 0, role: 'group', 'aria-label': label }, code(text));
    return withCopyButton(make('div', { class: 'code' }, pre));
}

// A description: paragraphs, lists whose lines begin with "- ", `code`, and links to pages of this server.
export function prose(text) {
    return text.trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
        const lines = block.split('\n').map((line) => line.trim());
        if (!lines.every((line) => line.startsWith('- '))) return make('p', {}, inline(lines.join(' ')));
        return listOf(lines.map((line) => inline(line.slice(2))));
    });
}

function inline(text) {
    return text.split(/(`[^`]+`|\[[^\]]+\]\([/#][^)\s]*\))/).filter(Boolean).map((part) => {
        if (part.startsWith('`') && part.length > 1) return code(part.slice(1, -1));
        const [, words, target] = part.match(/^\[([^\]]+)\]\(([/#][^)\s]*)\)$/) ?? [];
        return target && !target.startsWith('//') ? make('a', { href: target }, words) : part;
    });
}
