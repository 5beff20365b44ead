const kSchemes = new Set(["http:", "https:", "mailto:"]);

// The address if it may be a link: absolute, and http, https or mailto.
export function safeHref(address: string): string | undefined {
    try {
        const url = new URL(address.trim());
        return kSchemes.has(url.protocol) ? url.href : undefined;
    } catch {
        return undefined;
    }
}
