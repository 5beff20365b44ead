// Lists whose order people change.

// The element at `from` stands at `to` then; a place beyond the ends is the nearest end.
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
    const result = [...list];
    const [one] = result.splice(from, 1);
    if (one !== undefined) result.splice(Math.max(0, Math.min(result.length, to)), 0, one);
    return result;
}

// The place of a pointer at `y` among rows with these edges.
export function placeAt(y: number, rows: readonly { readonly top: number; readonly bottom: number }[]): number {
    const below = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
    return below < 0 ? Math.max(0, rows.length - 1) : below;
}
