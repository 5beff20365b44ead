// The pipeline of a job on the screen: loads columns page by page, moves cards at once and takes back what the server
// refuses. It keeps its own state instead of the cache of resources: an event concerns two columns, not all pages.
import { signal } from "@preact/signals";
import type { SendOptions } from "../api/client";
import { affectedColumns, place, withCounts, withFirstPage, withMoved, withNextPage, type Card, type CardPage, type ColumnCount, type Columns, type Order, type PipelineColumn, type Target } from "./pipeline_columns";

export interface PipelineSource {
    readonly counts: () => Promise<readonly ColumnCount[]>;
    readonly page: (column: PipelineColumn, pageId: string | undefined, order: Order) => Promise<CardPage>;
    readonly place: (card: Card, options?: SendOptions) => Promise<MoveTarget>;  // with what a card does not have
    readonly move: (card: Card, to: MoveTarget, options?: SendOptions) => Promise<unknown>;
}

export interface MoveTarget extends Target {
    readonly reason?: string | undefined;
    readonly startsOn?: string | undefined;
}

export class PipelineModel {
    readonly columns = signal<Columns>([]);
    readonly ready = signal(false);
    readonly error = signal<Error | undefined>(undefined);
    readonly loading = signal<ReadonlySet<string>>(new Set());
    private readonly underway = new Map<string, Promise<void>>();  // pages, by column
    private reloads = 0;
    private moving = 0;  // moves that the server has not answered
    private readonly changed = new Set<string>();
    private refreshWanted = false;
    private refreshing = false;

    constructor(private readonly source: PipelineSource, readonly order: Order = "newestMove", private readonly now: () => Date = () => new Date()) {}

    async start(): Promise<void> {
        this.error.value = undefined;
        try {
            this.columns.value = withCounts(this.columns.peek(), await this.source.counts());
            this.ready.value = true;
        } catch (error) {
            this.error.value = error as Error;
        }
    }

    find(key: string): PipelineColumn | undefined {
        return this.columns.peek().find((column) => column.key === key);
    }

    cardsOf(ids: ReadonlySet<string>): Card[] {
        return this.columns.peek().flatMap((column) => column.cards.filter((card) => ids.has(card.id)));
    }

    private hasMore(key: string): boolean {
        const column = this.find(key);
        return column !== undefined && column.next !== null && (column.next !== undefined || column.count > 0);
    }

    // The next page of a column, unless it is complete. One that is already under way is waited for.
    loadMore(key: string): Promise<void> {
        const known = this.underway.get(key);
        if (known !== undefined || !this.hasMore(key)) return known ?? Promise.resolve();
        const page = this.loadPage(key).finally(() => { if (this.underway.get(key) === page) this.underway.delete(key); });
        this.underway.set(key, page);
        return page;
    }

    // All pages of these columns, one after another, until one fails.
    async loadAll(keys: readonly string[], signal: AbortSignal): Promise<void> {
        for (const key of keys) {
            while (this.hasMore(key) && !signal.aborted) {
                await this.loadMore(key);
                if (this.error.peek() !== undefined) return;
            }
        }
    }

    // A page that was asked for before a reload() is not shown: those before it are gone.
    private async loadPage(key: string): Promise<void> {
        const column = this.find(key);
        if (column === undefined) return;
        const { reloads } = this;
        this.loading.value = new Set([...this.loading.peek(), key]);
        try {
            const page = await this.source.page(column, column.next ?? undefined, this.order);
            if (reloads !== this.reloads) return;
            this.columns.value = withNextPage(this.columns.peek(), key, page);
            this.error.value = undefined;
        } catch (error) {
            if (reloads !== this.reloads) return;
            this.error.value = error as Error;
        }
        this.loading.value = new Set([...this.loading.peek()].filter((one) => one !== key));
    }

    // Shows the move at once. Throws what the server says if it refuses, after the card is back.
    async move(card: Card, to: MoveTarget, options?: SendOptions): Promise<void> {
        await this.moveAll([card], to, async ([one]) => {
            if (one !== undefined) await this.source.move(one, to, options);
            return [];
        });
    }

    // Shows many moves at once; `run` sends them and returns those that were not done, which go back.
    async moveAll(cards: readonly Card[], to: MoveTarget, run: (cards: readonly Card[]) => Promise<readonly Card[]>): Promise<void> {
        this.moving += 1;
        this.columns.value = withMoved(this.columns.peek(), cards, to, this.now().toISOString(), this.order);
        let back = cards;
        try {
            back = await run(cards);
        } finally {
            if (back.length > 0) this.columns.value = place(this.columns.peek(), back, this.order);
            this.moving -= 1;
            void this.continueRefresh();
        }
    }

    placeOf(card: Card, options?: SendOptions): Promise<MoveTarget> {
        return this.source.place(card, options);
    }

    // Sends one move without showing it: bulk actions show all of theirs before.
    send(card: Card, to: MoveTarget, options?: SendOptions): Promise<unknown> {
        return this.source.move(card, to, options);
    }

    // Applications changed elsewhere: loads the counts, and the columns that they concern.
    refresh(ids: Iterable<string>): Promise<void> {
        for (const id of ids) this.changed.add(id);
        this.refreshWanted = true;
        return this.continueRefresh();
    }

    // Everything again, because events were missed.
    async reload(): Promise<void> {
        this.reloads += 1;
        this.underway.clear();
        this.loading.value = new Set();
        this.columns.value = this.columns.peek().map((column) => ({ ...column, cards: [], next: undefined }));
        await this.start();
    }

    // Not while moves are under way: an answer could be older than what is shown.
    private async continueRefresh(): Promise<void> {
        while (this.refreshWanted && !this.refreshing && this.moving === 0 && this.ready.peek()) {
            this.refreshWanted = false;
            this.refreshing = true;
            const ids = new Set(this.changed);
            this.changed.clear();
            try {
                await this.loadChanged(ids);
            } catch (error) {
                this.error.value = error as Error;
            }
            this.refreshing = false;
        }
    }

    private async loadChanged(ids: ReadonlySet<string>): Promise<void> {
        const counts = await this.source.counts();
        const affected = affectedColumns(this.columns.peek(), counts, ids);
        const pages = await Promise.all(affected.map(async (key) => {
            const column = this.find(key);
            return { key, page: column && await this.source.page(column, undefined, this.order) };
        }));
        if (this.moving > 0) {  // a card was moved while this was loaded
            ids.forEach((id) => this.changed.add(id));
            this.refreshWanted = true;
            return;
        }
        let columns = withCounts(this.columns.peek(), counts);
        for (const { key, page } of pages) if (page !== undefined) columns = withFirstPage(columns, key, page, ids, this.order);
        this.columns.value = columns;
    }
}
