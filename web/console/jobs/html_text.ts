// The text of an ad without its markup, as a preview: it is shown as text, so nothing in it can act.
const kBlock = /^(address|article|aside|blockquote|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|ol|p|pre|section|table|tr|ul)$/;
const kEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", ndash: "–", mdash: "—", hellip: "…" };

function character(entity: string): string {
    const number = /^#x([0-9a-f]+)$/i.exec(entity)?.[1];
    const code = number !== undefined ? Number.parseInt(number, 16) : entity.startsWith("#") ? Number.parseInt(entity.slice(1), 10) : Number.NaN;
    if (Number.isNaN(code)) return kEntities[entity] ?? `&${entity};`;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

export function htmlText(html: string): string {
    if (!html.includes("<")) return html;  // text without a tag is not HTML for the API either
    const text = html
        .replace(/\s+/g, " ")
        .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1\s*>/gi, "")
        .replace(/<\/?([a-z][a-z0-9]*)\b[^>]*>/gi, (tag, element: string) => {
            const name = element.toLowerCase();
            if (name === "br") return "\n";
            if (name === "li") return tag.startsWith("</") ? "" : "\n• ";
            if (name === "td" || name === "th") return " ";
            return kBlock.test(name) ? "\n\n" : "";
        })
        .replace(/&(#?\w+);/g, (_, entity: string) => character(entity));
    return text.replace(/[ \t]*\n[ \t]*/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
}
