// The search of all pages under /docs. The query is in the URL (?q=), so that results can be linked; they
// replace the content of the page until a fragment link of the page is followed.
import { byId, code, make } from './elements.js';
import { search } from './search_index.js';

const SHOWN = 50;

const input = byId('page-search');
const results = byId('page-results');
const list = results.querySelector('ol');
const content = byId('page-content');

// The text with the query words highlighted.
function marked(text, words) {
    const found = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|');
    return text.split(new RegExp(`(${found})`, 'i')).map((part, i) => (i % 2 ? make('mark', {}, part) : part));
}

// Links within this page keep ?q= in the URL, so that the back button returns to the results.
const targetOf = ({ href }) => (href.startsWith(`${location.pathname}#`) ? href.slice(location.pathname.length) : href);

function itemOf({ entry, words, snippet }) {
    return make('li', {}, make('a', { href: targetOf(entry) },
        make('span', { class: `method ${entry.kind.toLowerCase()}` }, entry.kind),
        make('span', {}, make('strong', {}, marked(entry.title, words)), ' ', entry.place ? code(entry.place) : undefined,
             snippet ? make('span', { class: 'snippet' }, marked(snippet, words)) : undefined)));
}

const links = () => [...list.querySelectorAll('a')];

function move(by) {
    const all = links();
    const at = all.indexOf(document.activeElement) + by;
    (at < 0 ? input : all[Math.min(at, all.length - 1)])?.focus();
}

// `load` creates the index; called at the first search.
export function installSearch(load) {
    let index;

    async function show() {
        const query = new URLSearchParams(location.search).get('q')?.trim() ?? '';
        const searching = query !== '' && !location.hash;
        content.hidden = searching;
        results.hidden = !searching;
        if (!searching) return;
        index ??= load();
        let hits;
        try {
            hits = search(await index, query);
        } catch (problem) {
            index = undefined;
            byId('page-count').textContent = `Search is not available: ${problem.message}`;
            return;
        }
        if (query !== input.value.trim()) return;  // the input has changed meanwhile
        list.replaceChildren(...hits.slice(0, SHOWN).map(itemOf));
        byId('page-count').textContent = `${hits.length} result${hits.length === 1 ? '' : 's'}`;
    }

    input.value = new URLSearchParams(location.search).get('q') ?? '';
    input.addEventListener('input', () => {
        const query = input.value.trim();
        history.replaceState(null, '', query ? `?q=${encodeURIComponent(query)}` : location.pathname);
        show();
    });
    input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') links()[0]?.click();
    });
    document.addEventListener('keydown', (event) => {
        const typing = event.target.closest('input, select, textarea') && event.target !== input;
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === '/' && event.target !== input) {
            event.preventDefault();
            input.focus();
        } else if (!results.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
        } else if (!results.hidden && event.key === 'Escape') {
            input.value = '';
            history.replaceState(null, '', location.pathname);
            input.focus();
            show();
        }
    });
    for (const event of ['hashchange', 'popstate']) window.addEventListener(event, show);
    byId('page-navigation').addEventListener('click', ({ target }) => {
        if (target.closest('a')) byId('page-navigation').hidePopover?.();
    });
    byId('page-tools').hidden = false;
    show();
}

export async function fetchJson(path) {
    const answer = await fetch(path, { credentials: 'omit' });
    if (!answer.ok) throw new Error(`${path} returned status ${answer.status}`);
    return answer.json();
}
