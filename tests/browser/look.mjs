// How a page looks: what can be measured is measured, the rest is kept as pictures in TEST_ARTIFACTS.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { faultsOf } from './accessibility.mjs';

const PICTURES = resolve(process.env.TEST_ARTIFACTS ?? join(dirname(process.env.CALLBOARD ?? '.'), 'browser-artifacts'));

export const SIZES = {
    phone: { width: 390, height: 844 },
    desktop: { width: 1280, height: 800 },
    narrow: { width: 320, height: 640 },  // only measured
};

// Looks at the page in every size and color; pictures show all of it, or only what a person sees first.
export async function look(page, name, { fullPage = true } = {}) {
    await mkdir(PICTURES, { recursive: true });
    await page.waitForLoadState('load');  // with its stylesheet, also after a form was sent
    for (const colorScheme of ['light', 'dark']) {
        for (const [size, viewport] of Object.entries(SIZES)) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize(viewport);
            assert.deepEqual(await page.evaluate(faultsOf), [], `${size}, ${colorScheme}`);
            if (size === 'narrow') continue;
            await page.screenshot({ path: join(PICTURES, `${name}-${size}-${colorScheme}.png`), fullPage, caret: 'initial' });
        }
    }
}

// Is all of the element inside the window?
export async function isInView(locator) {
    const box = await locator.boundingBox();
    const { width, height } = locator.page().viewportSize();
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
