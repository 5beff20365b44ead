import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Skeleton } from "./Skeleton";
import { useKeys } from "./Shortcuts";
import { reveal, useVirtual } from "./virtual";
import { parts as words } from "./words";

export interface Column<Row> {
    readonly key: string;
    readonly title: string;
    readonly cell: (row: Row) => ComponentChildren;
    readonly width?: string;   // of a CSS grid: "2fr", "8rem"; default 1fr
    readonly end?: boolean;    // numbers
    readonly sort?: boolean;   // the heading sorts
    readonly phone?: boolean;  // false: hidden on narrow windows
}

export interface Sort {
    readonly key: string;
    readonly descending: boolean;
}

export interface RowKey<Row> {
    readonly title: string;
    readonly run: (row: Row) => void;
}

export interface TableProps<Row> {
    readonly label: string;
    readonly rows: readonly Row[];
    readonly columns: readonly Column<Row>[];
    readonly keyOf: (row: Row) => string;
    readonly onOpen?: (row: Row) => void;      // enter, click
    readonly openKey?: string | undefined;     // the row that is open beside
    readonly selection?: ReadonlySet<string>;  // of keys; with onSelect rows can be selected
    readonly onSelect?: (selection: ReadonlySet<string>) => void;
    readonly sort?: Sort;
    readonly onSort?: (sort: Sort) => void;
    readonly loading?: boolean;
    readonly empty?: ComponentChildren;
    readonly onEnd?: () => void;  // the last row is in view: usePages().more
    readonly rowKeys?: Readonly<Record<string, RowKey<Row>>>;  // of the row that has the focus
    readonly rowHeight?: number;  // pixels
    readonly total?: number | undefined;
}

// Only the rows in view exist. j and k move, enter opens, x selects.
export function Table<Row>(props: TableProps<Row>) {
    const { label, rows, columns, keyOf, onOpen, openKey, selection, onSelect, sort, onSort, loading, empty, onEnd, rowKeys = {}, rowHeight = 40 } = props;
    const box = useRef<HTMLDivElement>(null);
    const [active, setActive] = useState(0);
    const { first, last } = useVirtual(box, rows.length, rowHeight, onEnd);
    const current = Math.min(active, Math.max(rows.length - 1, 0));

    const move = (index: number) => {
        const next = Math.max(0, Math.min(rows.length - 1, index));
        setActive(next);
        reveal(box.current, next, rowHeight);
        requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true }));
    };
    const toggle = (row: Row | undefined) => {
        if (row === undefined || onSelect === undefined) return;
        const next = new Set(selection);
        if (!next.delete(keyOf(row))) next.add(keyOf(row));
        onSelect(next);
    };
    const rowOf = (focused: Element | null) => {
        const place = focused?.closest<HTMLElement>("[data-row]");
        return place && box.current?.contains(place) ? rows[Number(place.dataset["row"])] : undefined;
    };
    const open = (row: Row | undefined) => { if (row !== undefined) onOpen?.(row); };
    const down = { title: words.keys.down, inPalette: false as const, run: () => move(box.current?.contains(document.activeElement) ? current + 1 : current) };
    const up = { title: words.keys.up, inPalette: false as const, run: () => move(current - 1) };
    useKeys(label, {
        j: down, k: up, ArrowDown: down, ArrowUp: up,
        ...(onOpen && { Enter: { title: words.keys.open, inPalette: false as const, run: () => open(rows[current]) } }),
        ...(onSelect && { x: { title: words.keys.select, inPalette: false as const, run: () => toggle(rows[current]) } }),
        ...Object.fromEntries(Object.entries(rowKeys).map(([key, { title, run }]) => [key, {
            title, inPalette: (focused: Element | null) => rowOf(focused) !== undefined,
            run: () => { const row = rowOf(document.activeElement); if (row !== undefined) run(row); },
        }])),
    }, rows.length > 0);

    const template = (shown: readonly Column<Row>[]) => (onSelect ? "2rem " : "") + shown.map((column) => `minmax(0, ${column.width ?? "1fr"})`).join(" ");
    const style = { "--columns": template(columns), "--columns-phone": template(columns.filter((column) => column.phone !== false)), "--row": `${rowHeight}px` };
    const cellClass = (column: Column<Row>) => `cell${column.end ? " end" : ""}${column.phone === false ? " wide-only" : ""}`;
    const clickSort = (key: string) => onSort?.({ key, descending: sort?.key === key ? !sort.descending : false });
    if (!loading && rows.length === 0) return <>{empty}</>;
    return (
        <div class="table" role="grid" aria-label={label} aria-rowcount={props.total ?? rows.length} aria-busy={loading || undefined} style={style}>
            <div class="table-head" role="row" aria-rowindex={1}>
                {onSelect && (
                    <span role="columnheader" class="cell"><input type="checkbox" aria-label={words.selected(selection?.size ?? 0)} checked={rows.length > 0 && selection?.size === rows.length}
                        onChange={(event) => onSelect(new Set(event.currentTarget.checked ? rows.map(keyOf) : []))} /></span>
                )}
                {columns.map((column) => (
                    <span key={column.key} role="columnheader" class={cellClass(column)}
                        aria-sort={sort?.key === column.key ? (sort.descending ? "descending" : "ascending") : undefined}>
                        {column.sort ? <button type="button" onClick={() => clickSort(column.key)}>{column.title}{sort?.key === column.key && (sort.descending ? " ↓" : " ↑")}</button> : column.title}
                    </span>
                ))}
            </div>
            <div class="table-body" role="rowgroup" ref={box}>
                {rows.length === 0 ? <div role="row"><div role="gridcell"><Skeleton lines={8} /></div></div> : (
                    <div class="table-rows" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
                        {rows.slice(first, last).map((row, offset) => {
                            const index = first + offset;
                            const key = keyOf(row);
                            const chosen = selection?.has(key) ?? false;
                            return (
                                <div key={key} role="row" data-row={index} aria-rowindex={index + 2} tabIndex={index === current ? 0 : -1}
                                    aria-selected={onSelect ? chosen : undefined} aria-current={key === openKey || undefined}
                                    class={`row${onOpen ? " opens" : ""}`} style={{ transform: `translateY(${index * rowHeight}px)` }} onFocus={() => setActive(index)}
                                    onClick={(event) => { if ((event.target as Element).closest("a, button, input, label") === null) open(row); }}>
                                    {onSelect && <span role="gridcell" class="cell"><input type="checkbox" tabIndex={-1} aria-label={words.keys.select} checked={chosen} onChange={() => toggle(row)} /></span>}
                                    {columns.map((column) => <span key={column.key} role="gridcell" class={cellClass(column)}>{column.cell(row)}</span>)}
                                </div>
                            );
                        })}
                    </div>
                )}
            </div>
        </div>
    );
}
