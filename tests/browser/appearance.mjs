// The appearance of a page: automatic checks, and screenshots in TEST_ARTIFACTS for people.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { faultsOf } from './accessibility.mjs';

const SCREENSHOTS = resolve(process.env.TEST_ARTIFACTS ?? join(dirname(process.env.CALLBOARD ?? '.'), 'browser-artifacts'));

export const SIZES = {
    phone: { width: 390, height: 844 },
    desktop: { width: 1280, height: 800 },
    narrow: { width: 320, height: 640 },  // checked, without screenshots
};

// Checks the page in every size and color scheme. Screenshots show the full page, or only the viewport.
export async function checkAppearance(page, name, { fullPage = true } = {}) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.waitForLoadState('load');  // the stylesheet is loaded, also after a form submit
    for (const colorScheme of ['light', 'dark']) {
        for (const [size, viewport] of Object.entries(SIZES)) {
            await page.emulateMedia({ colorScheme });
            await page.setViewportSize(viewport);
            assert.deepEqual(await page.evaluate(faultsOf), [], `${size}, ${colorScheme}`);
            if (size === 'narrow') continue;
            await page.screenshot({ path: join(SCREENSHOTS, `${name}-${size}-${colorScheme}.png`), fullPage, caret: 'initial' });
        }
    }
}

// Whether the whole element is inside the viewport.
export async function isInView(locator) {
    const box = await locator.boundingBox();
    const { width, height } = locator.page().viewportSize();
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}
