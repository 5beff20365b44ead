// Colours of the careers page, made readable as the page does it (src/careers/color.h): contrast by WCAG 2.
export interface Color {
    readonly red: number;
    readonly green: number;
    readonly blue: number;
}

const kReadable = 4.5;  // the contrast of text, level AA
const kSteps = 100;
export const white: Color = { red: 255, green: 255, blue: 255 };
export const black: Color = { red: 0, green: 0, blue: 0 };

export function parseColor(text: string | undefined): Color | undefined {
    const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text ?? "");
    if (found === null) return undefined;
    const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16));
    return { red, green, blue };
}

export function colorText({ red, green, blue }: Color): string {
    return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function luminance({ red, green, blue }: Color): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// From 1 to 21.
export function contrast(one: Color, other: Color): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

// White or black, whichever is easier to read on it.
export function textOn(background: Color): Color {
    return contrast(white, background) >= contrast(black, background) ? white : black;
}

function mixed(one: Color, other: Color, share: number): Color {
    const part = (a: number, b: number) => a + (b - a) * share;
    return { red: part(one.red, other.red), green: part(one.green, other.green), blue: part(one.blue, other.blue) };
}

// The colour itself, or the nearest one between it and black or white that text on the background can have.
export function readableOn(wanted: Color, background: Color): Color {
    const goal = textOn(background);
    for (let step = 0; step <= kSteps; ++step) {
        const color = mixed(wanted, goal, step / kSteps);
        if (contrast(color, background) >= kReadable) return color;
    }
    return goal;
}
