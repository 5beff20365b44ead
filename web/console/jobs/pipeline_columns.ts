// The columns of a pipeline as data: pages come in, cards move between columns. Nothing here loads or shows anything.
import type { Answer } from "../api/address";
import type { ApplicationStatus } from "../api/types";

export type Card = Answer<"/applications">["content"][number];
export type ColumnCount = Answer<"/jobs/{jobId}/pipeline">["columns"][number];
export type Order = "newestMove" | "oldestMove";

export interface Target {
    readonly status: ApplicationStatus;
    readonly subStatus?: string | undefined;
}

export interface PipelineColumn extends Target {
    readonly key: string;
    readonly count: number;            // of all applications in it
    readonly cards: readonly Card[];   // those that are loaded
    readonly next: string | null | undefined;  // the next page; null: all are loaded, undefined: none yet
}

export interface CardPage {
    readonly cards: readonly Card[];
    readonly next: string | null;
    readonly last: string | undefined;  // movedOn of the last application on the page, also of one that was left out
}

export type Columns = readonly PipelineColumn[];

export function columnKey({ status, subStatus }: Target): string {
    return subStatus === undefined ? status : `${status}/${subStatus}`;
}

function edit(columns: Columns, key: string, change: (column: PipelineColumn) => PipelineColumn): Columns {
    return columns.map((column) => (column.key === key ? change(column) : column));
}

// In the order of the server; cards that are loaded stay.
export function withCounts(columns: Columns, counts: readonly ColumnCount[]): Columns {
    const before = new Map(columns.map((column) => [column.key, column]));
    return counts.map(({ status, subStatus, count }) => {
        const key = columnKey({ status, subStatus });
        return { cards: [], next: undefined, ...before.get(key), key, status, subStatus, count };
    });
}

// The next page of a column. A card that is already somewhere was moved meanwhile: it stays where it is.
export function withNextPage(columns: Columns, key: string, page: CardPage): Columns {
    const known = new Set(columns.flatMap((column) => column.cards.map((card) => card.id)));
    return edit(columns, key, (column) => {
        const cards = [...column.cards, ...page.cards.filter((card) => !known.has(card.id))];
        return { ...column, cards, next: cards.length >= column.count ? null : page.next };
    });
}

function isAfter(one: string, other: string, order: Order): boolean {
    return order === "newestMove" ? one <= other : one >= other;
}

// The first page of a column, loaded again: what follows it stays, except the applications that changed.
export function withFirstPage(columns: Columns, key: string, page: CardPage, changed: ReadonlySet<string>, order: Order): Columns {
    const fresh = new Set(page.cards.map((card) => card.id));
    return columns.map((column) => {
        if (column.key !== key) return { ...column, cards: column.cards.some((card) => fresh.has(card.id)) ? column.cards.filter((card) => !fresh.has(card.id)) : column.cards };
        const rest = page.next === null ? [] : column.cards.filter((card) =>
            !fresh.has(card.id) && !changed.has(card.id) && (page.last === undefined || isAfter(card.movedOn, page.last, order)));
        return { ...column, cards: [...page.cards, ...rest], next: rest.length > 0 && column.next !== undefined ? column.next : page.next };
    });
}

// Columns that must be loaded again when these applications changed and the counts are now these.
export function affectedColumns(columns: Columns, counts: readonly ColumnCount[], changed: ReadonlySet<string>): string[] {
    const now = new Map(counts.map((count) => [columnKey(count), count.count]));
    return columns.filter((column) => column.next !== undefined)
        .filter((column) => column.count !== (now.get(column.key) ?? 0) || column.cards.some((card) => changed.has(card.id)))
        .map((column) => column.key);
}

// Puts cards into a column, at the place of their last move.
export function withMoved(columns: Columns, cards: readonly Card[], to: Target, movedOn: string, order: Order): Columns {
    return place(columns, cards.map((card) => cardIn(card, to, movedOn)), order);
}

function cardIn(card: Card, { status, subStatus }: Target, movedOn: string): Card {
    const { subStatus: _, ...rest } = card;
    return { ...rest, status, movedOn, ...(subStatus !== undefined && { subStatus }) };
}

// Cards of the same column together: to move them back is one bulk action for each column.
export function byColumn(cards: readonly Card[]): Card[][] {
    const groups = new Map<string, Card[]>();
    for (const card of cards) {
        const group = groups.get(columnKey(card));
        if (group === undefined) groups.set(columnKey(card), [card]);
        else group.push(card);
    }
    return [...groups.values()];
}

// Each card into the column that it names, and out of the one where it was.
export function place(columns: Columns, cards: readonly Card[], order: Order): Columns {
    const moving = new Set(cards.map((card) => card.id));
    const arriving = new Map(byColumn(cards).map((group) => [group[0] === undefined ? "" : columnKey(group[0]), group]));
    const compare = (one: Card, other: Card) => (one.movedOn === other.movedOn ? 0 : isAfter(one.movedOn, other.movedOn, order) ? 1 : -1);
    return columns.map((column) => {
        const staying = column.cards.filter((card) => !moving.has(card.id));
        const added = arriving.get(column.key) ?? [];
        if (added.length === 0 && staying.length === column.cards.length) return column;
        const all = added.length === 0 ? staying : [...added, ...staying].sort(compare);  // the sort is stable
        return { ...column, cards: all, count: Math.max(0, column.count - (column.cards.length - staying.length) + added.length) };
    });
}

// Cards from the anchor to the target, in the column that has both; otherwise the target alone.
export function cardsBetween(columns: Columns, anchor: string | undefined, target: string): string[] {
    for (const { cards } of columns) {
        const ids = cards.map((card) => card.id);
        const ends = [ids.indexOf(anchor ?? ""), ids.indexOf(target)].sort((one, other) => one - other);
        if (ends[0] !== undefined && ends[0] >= 0) return ids.slice(ends[0], (ends[1] ?? 0) + 1);
    }
    return [target];
}
