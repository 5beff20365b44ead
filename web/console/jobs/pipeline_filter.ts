// The filter of a pipeline. The API lists applications by status, not by source or name: those are looked for among the
// cards that are loaded.
import type { ApplicationStatus } from "../api/types";
import type { FilterField } from "../parts/Filter";
import { valuesOf, type FilterValues } from "../parts/filter_text";
import type { Card, Columns, PipelineColumn } from "./pipeline_columns";
import { jobs as words } from "./words";

const kClosed: readonly ApplicationStatus[] = ["REJECTED", "WITHDRAWN", "TRANSFERRED"];

export interface FilteredColumn extends PipelineColumn {
    readonly shown: number;      // applications that match, as far as that is known
    readonly excluded: boolean;  // another status is asked for
}

export interface FilteredPipeline {
    readonly columns: readonly FilteredColumn[];
    readonly matching: number;
    readonly searched: number;  // of these many
    readonly missing: number;   // not loaded, so that nobody knows whether they match
    readonly active: boolean;
    readonly byCard: boolean;   // cards are looked at: the counts of the server do not say how many match
}

export function plain(text: string): string {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function keeps(sources: readonly string[], names: readonly string[]): (card: Card) => boolean {
    return ({ candidate, source }) => {
        const name = plain(`${candidate.firstName} ${candidate.lastName}`);
        return names.every((word) => name.includes(word)) && (sources.length === 0 || sources.some((one) => plain(source ?? "").includes(one)));
    };
}

function statusesOf(filter: FilterValues): string[] {
    return valuesOf(filter, "status").map((value) => value.toUpperCase());
}

// Without the closed ones, but for those that the filter asks for.
export function openColumns(columns: Columns, filter: FilterValues): PipelineColumn[] {
    const wanted = statusesOf(filter);
    return columns.filter(({ status }) => !kClosed.includes(status) || wanted.includes(status));
}

export function filterColumns(columns: Columns, filter: FilterValues): FilteredPipeline {
    const statuses = statusesOf(filter);
    const sources = valuesOf(filter, "source").map(plain);
    const names = plain(filter.words).split(/\s+/).filter(Boolean);
    const byCard = sources.length > 0 || names.length > 0;
    const keep = keeps(sources, names);
    const shown = columns.map((column): FilteredColumn => {
        if (statuses.length > 0 && !statuses.includes(column.status)) return { ...column, cards: [], shown: 0, excluded: true };
        const cards = byCard ? column.cards.filter(keep) : column.cards;
        return { ...column, cards, shown: byCard ? cards.length : column.count, excluded: false };
    });
    const missing = !byCard ? 0 : columns.reduce((sum, column, index) => sum + (shown[index]?.excluded ? 0 : Math.max(0, column.count - column.cards.length)), 0);
    return {
        columns: shown, active: byCard || statuses.length > 0, byCard, missing,
        matching: shown.reduce((sum, column) => sum + column.shown, 0),
        searched: columns.reduce((sum, column) => sum + column.count, 0) - missing,
    };
}

// Statuses with all applications in them, sources with the loaded ones.
export function filterFields(columns: Columns): FilterField[] {
    const byStatus = new Map<ApplicationStatus, number>();
    const bySource = new Map<string, number>();
    for (const { status, count, cards } of columns) {
        byStatus.set(status, (byStatus.get(status) ?? 0) + count);
        for (const { source } of cards) if (source !== undefined) bySource.set(source, (bySource.get(source) ?? 0) + 1);
    }
    return [
        { name: "status", title: words.pipeline.status, options: [...byStatus].map(([value, count]) => ({ value, title: words.applicationStatus[value], count })) },
        { name: "source", title: words.pipeline.source, options: [...bySource].sort(([, one], [, other]) => other - one).map(([value, count]) => ({ value, title: value, count })) },
    ];
}
