// When a report runs, in words.
import type { ReportSchedule } from "../api/types";
import { reports as words } from "./words";

interface Options {
    readonly locale?: string;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

// The runs are on the weekday, the day of the month or the date of `activityPeriod.from`, in the zone of the schedule.
function partOf(time: Date, zone: string, { locale }: Options, parts: Intl.DateTimeFormatOptions): string {
    try {
        return new Intl.DateTimeFormat(locale, { ...parts, timeZone: zone }).format(time);
    } catch {  // a zone that this browser does not know
        return new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" }).format(time);
    }
}

export function scheduleText(schedule: ReportSchedule | undefined, options: Options = {}): string {
    if (schedule === undefined) return words.schedule.never;
    const { frequency, activityPeriod, schedulingTime } = schedule;
    const zone = schedulingTime.zone ?? "UTC";
    const from = new Date(activityPeriod.from);
    const part = (parts: Intl.DateTimeFormatOptions) => partOf(from, zone, options, parts);
    const day = {
        DAILY: () => words.schedule.everyDay,
        WEEKLY: () => words.schedule.everyWeek(part({ weekday: "long" })),
        MONTHLY: () => words.schedule.everyMonth(Number(partOf(from, zone, { locale: "en-US" }, { day: "numeric" }))),
        ANNUALLY: () => words.schedule.everyYear(part({ month: "long", day: "numeric" })),
    }[frequency]();
    const time = words.schedule.at(`${twoDigits(schedulingTime.from.hour)}:${twoDigits(schedulingTime.from.minute)}`, zone);
    const end = activityPeriod.to === undefined ? "" : words.schedule.until(partOf(new Date(activityPeriod.to), zone, options, { dateStyle: "medium" }));
    return `${day} ${time}${end}`;
}

// The day of a time in a zone, as fields of forms have it: 2026-01-05.
export function dayIn(time: string, zone: string): string {
    return partOf(new Date(time), zone, { locale: "en-CA" }, { year: "numeric", month: "2-digit", day: "2-digit" });
}

function offsetOf(zone: string, time: number): number {
    const wall = partOf(new Date(time), zone, { locale: "sv-SE" }, { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" });
    return Date.parse(`${wall.replace(" ", "T")}Z`) - time;
}

// The beginning of a day in a zone, so that the first run can be on that day at any hour.
export function startOfDay(day: string, zone: string): string {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const guess = midnight - offsetOf(zone, midnight);
    return new Date(midnight - offsetOf(zone, guess)).toISOString();
}
