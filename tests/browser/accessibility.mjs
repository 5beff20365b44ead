// Runs in the page: its accessibility faults, one line each.
export function faultsOf() {
    const faults = [];
    const wrong = (element, text) => faults.push(`${element.outerHTML.slice(0, 80)}: ${text}`);

    // Channels and opacity of a computed color.
    const channels = (color) => {
        const [red, green, blue, opacity = 1] = color.match(/[\d.]+/g).map(Number);
        return { light: [red, green, blue], opacity };
    };
    const luminance = ({ light }) => light
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    // The background of an element's text: the nearest opaque one. Half-transparent backgrounds are faults.
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = channels(getComputedStyle(at).backgroundColor);
            if (color.opacity === 1) return color;
            if (color.opacity > 0) wrong(at, 'a half-transparent background');
        }
        throw new Error('the page has no background');
    };
    const enough = (element, what, color, background, least) => {
        const found = color.opacity === 1 ? contrast(color, background) : 0;
        if (found < least) wrong(element, `${what} has a contrast of ${found.toFixed(2)}, less than ${least}`);
    };

    if (!document.documentElement.lang) faults.push('no lang');
    if (!document.title) faults.push('no title');
    if (document.querySelectorAll('h1').length !== 1) faults.push('not exactly one h1');
    if (document.querySelectorAll('main').length !== 1) faults.push('not exactly one main');
    // JSON-LD is data, which nobody executes.
    if (document.querySelector('[style], style, script:not([src], [type="application/ld+json"])')) faults.push('inline styles or scripts');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    if (new Set(ids).size !== ids.length) faults.push('an id is used twice');
    if (document.documentElement.scrollWidth > window.innerWidth) {
        faults.push(`wider than the window: ${document.documentElement.scrollWidth} > ${window.innerWidth}`);
    }

    for (const field of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        if (!field.labels.length) wrong(field, 'no label');
        enough(field, 'the border', channels(getComputedStyle(field).borderTopColor), behind(field.parentElement), 3);
    }
    for (const control of document.querySelectorAll('main button, main input:not([type=hidden])')) {
        if (!control.getClientRects().length) continue;  // not shown
        const { width, height } = control.getBoundingClientRect();
        if (width < 24 || height < 24) wrong(control, `only ${width} by ${height}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
        const hasText = element.matches('input:not([type=hidden])') ||
            [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (hasText) enough(element, 'the text', channels(getComputedStyle(element).color), behind(element), 4.5);
    }
    return faults;
}
