export function moneyText(amount: number, currency: string | undefined, locale?: string): string {
    try {
        if (currency !== undefined) {
            return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: Number.isInteger(amount) ? 0 : 2 }).format(amount);
        }
    } catch {
        // Not an ISO 4217 code: shown beside the number.
    }
    return `${new Intl.NumberFormat(locale).format(amount)}${currency === undefined ? "" : ` ${currency}`}`;
}

export interface MoneyProps {
    readonly amount: number | undefined;
    readonly to?: number | undefined;  // the upper end of a range
    readonly currency?: string | undefined;
}

export function Money({ amount, to, currency }: MoneyProps) {
    if (amount === undefined && to === undefined) return <span class="quiet">–</span>;
    const ends = [amount, to].filter((end): end is number => end !== undefined);
    return <span class="number">{[...new Set(ends)].map((end) => moneyText(end, currency)).join(" – ")}</span>;
}
