// A tag with its attributes, whose values may have a ">" in quotes.
const kTag = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

// Renames the attributes of event handlers. A document of DOMParser never runs them, but browsers report each one as a
// violation of the Content-Security-Policy.
export function withoutEventHandlers(html: string): string {
    return html.replace(kTag, (tag) => tag.replace(/([\s/"'])on(?=[a-z]+[\s/]*=)/gi, "$1data-on"));
}
