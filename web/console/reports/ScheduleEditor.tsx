import type { ReportFrequency, ReportSchedule } from "../api/types";
import { dayIn, scheduleText, startOfDay } from "./schedule_text";
import { reports as words } from "./words";

export interface ScheduleEditorProps {
    readonly schedule: ReportSchedule | undefined;
    readonly fault: string | undefined;
    readonly onChange: (schedule: ReportSchedule | undefined) => void;
}

const kFrequencies: readonly ReportFrequency[] = ["DAILY", "WEEKLY", "MONTHLY", "ANNUALLY"];
const kDay = 86_400_000;
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

function zones(current: string): readonly string[] {
    const known = (Intl as { supportedValuesOf?: (key: string) => string[] }).supportedValuesOf?.("timeZone") ?? [];
    return [...new Set([current, ownZone, "UTC", ...known])];
}

function emptySchedule(): ReportSchedule {
    return { frequency: "WEEKLY", activityPeriod: { from: startOfDay(dayIn(new Date().toISOString(), ownZone), ownZone) }, schedulingTime: { from: { hour: 6, minute: 0 }, zone: ownZone } };
}

export function ScheduleEditor({ schedule, fault, onChange }: ScheduleEditorProps) {
    return (
        <fieldset class="form-part">
            <legend>{words.scheduled}</legend>
            <label><input type="checkbox" checked={schedule !== undefined} onChange={(event) => onChange(event.currentTarget.checked ? emptySchedule() : undefined)} /> {words.schedule.enable}</label>
            {schedule && <Details schedule={schedule} onChange={onChange} />}
            {fault !== undefined && <p class="notice bad" role="alert">{fault}</p>}
        </fieldset>
    );
}

function Details({ schedule, onChange }: { schedule: ReportSchedule; onChange: (schedule: ReportSchedule) => void }) {
    const { activityPeriod, schedulingTime } = schedule;
    const zone = schedulingTime.zone ?? "UTC";
    const time = `${String(schedulingTime.from.hour).padStart(2, "0")}:${String(schedulingTime.from.minute).padStart(2, "0")}`;
    const setTime = (text: string) => {
        const [hour, minute] = text.split(":").map(Number);
        if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return;
        onChange({ ...schedule, schedulingTime: { ...schedulingTime, from: { hour, minute } } });
    };
    const firstDay = dayIn(activityPeriod.from, zone);
    const lastDay = activityPeriod.to === undefined ? "" : dayIn(activityPeriod.to, zone);
    const setDays = (first: string, last: string, of = zone) => {
        const to = last === "" ? undefined : new Date(Date.parse(startOfDay(last, of)) + kDay - 1000).toISOString();
        onChange({ ...schedule, schedulingTime: { ...schedulingTime, zone: of }, activityPeriod: { from: startOfDay(first, of), ...(to !== undefined && { to }) } });
    };
    return (
        <>
            <div class="fields">
                <div class="field half">
                    <label for="schedule-frequency">{words.schedule.frequency}</label>
                    <select id="schedule-frequency" value={schedule.frequency} onChange={(event) => onChange({ ...schedule, frequency: event.currentTarget.value as ReportFrequency })}>
                        {kFrequencies.map((one) => <option key={one} value={one} selected={one === schedule.frequency}>{words.schedule.frequencies[one]}</option>)}
                    </select>
                </div>
                <div class="field half">
                    <label for="schedule-from">{words.schedule.from}</label>
                    <input id="schedule-from" type="date" value={firstDay} aria-describedby="schedule-from-help"
                        onInput={(event) => { if (event.currentTarget.value !== "") setDays(event.currentTarget.value, lastDay); }} />
                    <p class="help" id="schedule-from-help">{words.schedule.fromHelp}</p>
                </div>
                <div class="field half">
                    <label for="schedule-time">{words.schedule.time}</label>
                    <input id="schedule-time" type="time" value={time} onInput={(event) => setTime(event.currentTarget.value)} />
                </div>
                <div class="field half">
                    <label for="schedule-zone">{words.schedule.zone}</label>
                    <select id="schedule-zone" value={zone} onChange={(event) => setDays(firstDay, lastDay, event.currentTarget.value)}>
                        {zones(zone).map((one) => <option key={one} value={one} selected={one === zone}>{one}</option>)}
                    </select>
                </div>
                <div class="field half">
                    <label for="schedule-to">{words.schedule.to}</label>
                    <input id="schedule-to" type="date" value={lastDay} onInput={(event) => setDays(firstDay, event.currentTarget.value)} />
                </div>
            </div>
            <p class="notice" aria-live="polite">{scheduleText(schedule)}</p>
        </>
    );
}
