// The guides under /docs, and the search over them and the reference.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { SIZES, checkAppearance, isInView } from './appearance.mjs';
import { Setup } from './setup.mjs';

let setup;
let guides;  // their paths

before(async () => {
    setup = await Setup.start();
    const page = await (await fetch(`${setup.address}/docs`)).text();
    guides = [...page.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path]) => path).filter((path, i, all) => all.indexOf(path) === i);
});
after(() => setup?.stop());

async function read(path, steps, options = {}) {
    await setup.visit(async (context) => {
        const page = await context.newPage();
        await page.goto(setup.address + path);
        await steps(page);
    }, { javaScriptEnabled: true, ...options });
}

const searchFor = (page, words) => page.getByLabel('Search', { exact: true }).fill(words);
const results = (page) => page.getByRole('region', { name: 'Search results' });
async function found(page) {
    await page.getByText(/^\d+ results?$/).waitFor();
    return results(page).getByRole('link').evaluateAll((links) => links.map((link) => link.pathname + link.hash));
}

test('All guides are in the navigation', () => {
    for (const name of ['guide', 'console', 'jobs', 'candidates', 'postings', 'partners', 'provisioning', 'webhooks', 'reports', 'limits',
                        'errors', 'idempotency', 'sign-on', 'operations']) {
        assert.ok(guides.includes(`/docs/${name}`), name);
    }
});

test('Every link of every guide leads somewhere', async () => {
    const anchors = new Map();  // of each page
    const links = [];
    await setup.visit(async (context) => {
        const page = await context.newPage();
        for (const path of ['/docs', ...guides]) {
            const answer = await page.goto(setup.address + path);
            assert.equal(answer.status(), 200, path);
            anchors.set(path, await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
            links.push(...await page.locator('a[href]').evaluateAll((all) => all.map(({ href }) => href), path)
                .then((all) => all.map((href) => [path, new URL(href)])));
        }
    });
    const ours = links.filter(([, { origin }]) => origin === setup.address);
    assert.ok(ours.length > 100);
    const statuses = new Map();
    for (const [from, { pathname, hash }] of ours) {
        if (!anchors.has(pathname) && !statuses.has(pathname)) {
            const { status } = await fetch(setup.address + pathname, { redirect: 'manual' });
            statuses.set(pathname, status);
        }
        const status = anchors.has(pathname) ? 200 : statuses.get(pathname);
        assert.ok(status === 200 || status === 303, `${from} links to ${pathname}, which is answered with ${status}`);
        if (!hash || !anchors.has(pathname)) continue;
        const anchor = decodeURIComponent(hash.slice(1));
        assert.ok(anchors.get(pathname).includes(anchor), `${from} links to ${pathname}${hash}, which is not there`);
    }
});

test('Only guides are there, whatever a path asks for', async () => {
    for (const path of ['architecture', 'guide.md', '..%2fLICENSE', '%2e%2e%2fCMakeLists.txt', 'guide%00', 'GUIDE', 'guide/x']) {
        const { status } = await fetch(`${setup.address}/docs/${path}`);
        assert.equal(status, 404, path);
    }
    for (const path of ['docs.html', 'credential.html', '..%2fdev', 'elements.js%00']) {
        assert.equal((await fetch(`${setup.address}/assets/${path}`)).status, 404, path);
    }
});

test('A page is sent once, compressed, and not again to who has it', async () => {
    for (const path of ['/docs', '/docs/webhooks', '/assets/guides.json', '/assets/docs.css', '/assets/search.js']) {
        const first = await fetch(setup.address + path);
        const etag = first.headers.get('etag');
        assert.equal(first.headers.get('content-encoding'), 'gzip', path);
        assert.equal(first.headers.get('vary'), 'Accept-Encoding');
        const again = await fetch(setup.address + path, { headers: { 'If-None-Match': etag } });
        assert.equal(again.status, 304, path);
        const plain = await fetch(setup.address + path, { headers: { 'Accept-Encoding': 'identity' } });
        assert.equal(plain.headers.get('content-encoding'), null);
        assert.equal(await plain.text(), await first.text());
    }
});

test('Guides are read without JavaScript', () => read('/docs/guide', async (page) => {
    await page.getByRole('heading', { name: 'Lists and pagination' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
    await page.getByRole('article').getByRole('link', { name: 'Errors', exact: true }).click();
    await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
}, { javaScriptEnabled: false }));

test('A search finds operations and sections of guides, on every page', async () => {
    for (const start of ['/docs', '/docs/limits']) {
        await read(start, async (page) => {
            await searchFor(page, 'reject');
            const rejecting = await found(page);
            assert.ok(rejecting.includes('/docs/candidates#move-an-application-or-reject-it'), String(rejecting));
            assert.ok(rejecting.includes('/docs#listRejectionReasons'));
            assert.ok(rejecting.includes('/docs#setApplicationStatus'));
            await searchFor(page, 'pagination');
            await page.waitForFunction(() => !document.querySelector('#page-results a[href*=reject]'));
            assert.equal((await found(page))[0], '/docs/guide#lists-and-pagination');
        });
    }
});

test('What fits best comes first, by words of any part', () => read('/docs', async (page) => {
    const all = async (words) => {
        await page.goto(`${setup.address}/docs?q=${encodeURIComponent(words)}`);
        return found(page);
    };
    const first = async (words) => (await all(words))[0];
    assert.equal(await first('post /jobs createjob'), '/docs#createJob');
    assert.equal(await first('webhooks'), '/docs/webhooks');
    assert.equal(await first('signature verify'), '/docs/webhooks#verify');
    assert.equal(await first('getCurrentUser'), '/docs#getCurrentUser');
    assert.ok((await all('incumbentName')).includes('/docs#createPosition'));       // a field
    assert.ok((await all('LAST_ADMINISTRATOR')).includes('/docs#deactivateUser'));  // an error code
    await page.goto(`${setup.address}/docs?q=nothing-of-this-kind`);
    await page.getByText('0 results').waitFor();
}));

test('Results are reached by keyboard, and the browser goes back to them', () => read('/docs', async (page) => {
    await page.getByLabel('Search', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('department');
    const all = await found(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = await page.evaluate(() => document.activeElement.hash);
    assert.ok(all[1].endsWith(second));
    await page.locator('#page-results a[href="#createDepartment"]').click();
    await page.getByRole('form', { name: 'Try createDepartment' }).waitFor();
    assert.equal(await results(page).isVisible(), false);
    await page.goBack();
    await results(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'API reference', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).search, '');
}));

test('What is searched for is shown as text', () => read('/docs/guide', async (page) => {
    await searchFor(page, '<img src=x onerror=alert(1)>');
    await page.getByText('0 results').waitFor();
    await searchFor(page, '[.*+?^${}()|');
    await page.getByText('0 results').waitFor();
    await searchFor(page, 'curl');
    await found(page);
    assert.equal(await results(page).locator('img').count(), 0);
}));

test('A block of code is copied with one click', () => read('/docs/guide', async (page) => {
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await block.locator('pre').textContent());
}, { permissions: ['clipboard-read', 'clipboard-write'] }));

test('On a phone the navigation opens over the page', () => read('/docs/webhooks', async (page) => {
    const chapter = page.getByRole('link', { name: 'Verify', exact: true });
    assert.equal(await chapter.isVisible(), false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await chapter.click();
    assert.equal(await chapter.isVisible(), false);
    assert.ok(await isInView(page.getByRole('heading', { name: 'Verify' })));
}, { viewport: SIZES.phone }));

test('Guides and results can be read in every size and color', async (t) => {
    for (const [name, path] of [['guide', '/docs/guide'], ['guide-errors', '/docs/errors'], ['guide-webhooks', '/docs/webhooks'],
                                ['search', '/docs/guide?q=reject']]) {
        await t.test(name, () => read(path, async (page) => {
            if (path.includes('?')) await found(page);
            await checkAppearance(page, name, { fullPage: false });
        }));
    }
});
