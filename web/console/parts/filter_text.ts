// Filters are text: `status:interview source:"job board" ada`. Terms name a field, the other words are searched for.
export interface Term {
    readonly name: string;
    readonly value: string;
}

export interface FilterValues {
    readonly terms: readonly Term[];
    readonly words: string;
}

// Only known names make terms, so that a URL or a time in the text stays what it is.
export function parseFilter(text: string, names: readonly string[]): FilterValues {
    const terms: Term[] = [];
    const words: string[] = [];
    for (const [piece, name, quoted, plain] of text.matchAll(/([\p{L}\w]+):(?:"([^"]*)"?|(\S*))|\S+/gu)) {
        const value = quoted ?? plain;
        if (name !== undefined && value !== undefined && names.includes(name)) {
            if (value !== "") terms.push({ name, value });
        } else words.push(piece);
    }
    return { terms, words: words.join(" ") };
}

function termText({ name, value }: Term): string {
    return `${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', "")}"` : value}`;
}

export function filterText({ terms, words }: FilterValues): string {
    return [...terms.map(termText), words].filter((piece) => piece !== "").join(" ");
}

export function valuesOf(filter: FilterValues, name: string): string[] {
    return filter.terms.filter((term) => term.name === name).map((term) => term.value);
}

export function hasTerm(filter: FilterValues, { name, value }: Term): boolean {
    return filter.terms.some((term) => term.name === name && term.value === value);
}

// Of names that have one value, the last term counts.
export function withSingle(filter: FilterValues, single: readonly string[]): FilterValues {
    const isReplaced = ({ name }: Term, index: number) => single.includes(name) && filter.terms.some((later, place) => place > index && later.name === name);
    return { ...filter, terms: filter.terms.filter((term, index) => !isReplaced(term, index)) };
}

export function toggleTerm(filter: FilterValues, term: Term): FilterValues {
    const terms = hasTerm(filter, term)
        ? filter.terms.filter((one) => one.name !== term.name || one.value !== term.value)
        : [...filter.terms, term];
    return { ...filter, terms };
}
