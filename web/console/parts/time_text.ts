// Times as people say them.
const kUnits: readonly [Intl.RelativeTimeFormatUnit, number][] = [
    ["year", 365 * 86400], ["month", 30 * 86400], ["week", 7 * 86400], ["day", 86400], ["hour", 3600], ["minute", 60],
];

export function relativeTime(time: Date, now: Date, locale?: string): string {
    const seconds = (time.getTime() - now.getTime()) / 1000;
    for (const [unit, length] of kUnits) {
        if (Math.abs(seconds) >= length) {
            return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
        }
    }
    return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
}

// "2 d", "3 w": the age of a card.
export function shortAge(time: Date, now: Date): string {
    const seconds = Math.max(0, (now.getTime() - time.getTime()) / 1000);
    if (seconds < 60) return "now";
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
    if (seconds < 14 * 86400) return `${Math.floor(seconds / 86400)} d`;
    if (seconds < 365 * 86400) return `${Math.floor(seconds / (7 * 86400))} w`;
    return `${Math.floor(seconds / (365 * 86400))} y`;
}

export function exactTime(time: Date, options: { locale?: string; timeZone?: string; seconds?: boolean } = {}): string {
    return new Intl.DateTimeFormat(options.locale, {
        year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
        ...(options.seconds && { second: "2-digit" }), ...(options.timeZone && { timeZone: options.timeZone }),
    }).format(time);
}

export function dateText(time: Date, locale?: string): string {
    return new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric" }).format(time);
}
