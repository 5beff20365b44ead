// A guide: its blocks of code can be copied, and the search works.
import { withCopyButton } from './copy.js';
import { Api } from './openapi.js';
import { fetchJson, installSearch } from './search.js';
import { makeIndex } from './search_index.js';

for (const block of document.querySelectorAll('.code')) withCopyButton(block);

installSearch(async () => {
    const [document, sections] = await Promise.all([fetchJson('/openapi.json'), fetchJson('/assets/guides.json')]);
    return makeIndex(new Api(document), sections);
});

// Behind the results the browser did not find the part that the address names.
window.addEventListener('hashchange', () => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
});
