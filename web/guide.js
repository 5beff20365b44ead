// Guide pages: copy buttons of code blocks, and the search.
import { withCopyButton } from './copy.js';
import { Api } from './openapi.js';
import { fetchJson, installSearch } from './search.js';
import { makeIndex } from './search_index.js';

for (const block of document.querySelectorAll('.code')) withCopyButton(block);

installSearch(async () => {
    const [document, sections] = await Promise.all([fetchJson('/openapi.json'), fetchJson('/assets/guides.json')]);
    return makeIndex(new Api(document), sections);
});

// While results are shown the target of the fragment is hidden, so the browser could not scroll to it.
window.addEventListener('hashchange', () => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});
