// How a list of names is shown: in the order of the API, or by name.
export type Order = "added" | "name" | "nameDown";
export const kOrders: readonly Order[] = ["added", "name", "nameDown"];

interface Named {
    readonly label: string;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

export function sorted<T extends Named>(list: readonly T[], order: Order): readonly T[] {
    if (order === "added") return list;
    const way = order === "name" ? 1 : -1;
    return [...list].sort((one, other) => way * collator.compare(one.label, other.label));
}

export function isReordered(before: readonly { readonly id: string }[], after: readonly { readonly id: string }[]): boolean {
    return after.length !== before.length || after.some(({ id }, index) => id !== before[index]?.id);
}

export function matching<T extends Named>(list: readonly T[], words: string): readonly T[] {
    const wanted = words.trim().toLowerCase();
    return wanted === "" ? list : list.filter(({ label }) => label.toLowerCase().includes(wanted));
}
