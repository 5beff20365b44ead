// CSV as in RFC 4180: files of reports are read, exports are written.
export interface CsvTable {
    readonly header: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly complete: boolean;  // false: there are more rows
}

export interface ParseOptions {
    readonly mostRows?: number;
    readonly cut?: boolean;  // the text is the beginning of a longer one: its last row may be incomplete
}

// A spreadsheet takes such text for a formula. The server prefixes it with an apostrophe, and so do we.
const kFormula = /^[=+\-@\t\r]/;

export function csvCell(value: unknown): string {
    if (value === undefined || value === null) return "";
    if (typeof value === "number" || typeof value === "boolean") return String(value);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const safe = kFormula.test(text) ? `'${text}` : text;
    return text === "" || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(values: readonly unknown[]): string {
    return `${values.map(csvCell).join(",")}\r\n`;
}

// The text without the apostrophe that protects spreadsheets.
export function plainText(cell: string): string {
    return cell.startsWith("'") && kFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

// A quoted cell that begins at `start`: its text and where it ends; undefined if the closing quote is missing.
function quotedCell(text: string, start: number): [string, number] | undefined {
    let cell = "";
    for (let from = start + 1; ;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) return undefined;
        cell += text.slice(from, quote);
        if (text[quote + 1] !== '"') return [cell, quote + 1];
        cell += '"';
        from = quote + 2;
    }
}

export function parseCsv(text: string, { mostRows = Infinity, cut = false }: ParseOptions = {}): CsvTable {
    const lines: string[][] = [];
    const plain = /[^,\r\n]*/y;
    let line: string[] = [];
    let place = text.startsWith("\uFEFF") ? 1 : 0;
    let ended = true;  // the last line has its line break
    while (place < text.length && lines.length <= mostRows) {
        ended = false;
        let cell = "";
        if (text[place] === '"') {
            const found = quotedCell(text, place);
            cell = found?.[0] ?? text.slice(place + 1);
            place = found?.[1] ?? text.length;
        }
        plain.lastIndex = place;
        cell += plain.exec(text)?.[0] ?? "";
        place = plain.lastIndex;
        line.push(cell);
        if (text[place] === ",") {
            if (++place === text.length) line.push("");
            continue;
        }
        if (place < text.length) {
            place += text.startsWith("\r\n", place) ? 2 : 1;
            ended = true;
        }
        lines.push(line);
        line = [];
    }
    if (line.length > 0) lines.push(line);
    if (cut && !ended) lines.pop();
    const [header = [], ...rows] = lines;
    return { header, rows: rows.slice(0, mostRows), complete: !cut && place >= text.length && rows.length <= mostRows };
}
