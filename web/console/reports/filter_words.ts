// A filter of a report, in words.
import type { ReportFilter } from "../api/types";
import { reports as words } from "./words";

export function filterText({ column, dateRange, datePeriod, rowValues, booleanValue }: ReportFilter): string {
    const name = column.dataPointName ?? column.dataPointId;
    const { form } = words;
    if (datePeriod) return `${name} ${form.conditions.datePeriod} ${datePeriod.period} ${form.units[datePeriod.unit]}${datePeriod.fullPeriod ? ` (${form.fullPeriod})` : ""}`;
    if (dateRange) return `${name} ${form.conditions.dateRange} ${dateRange.from?.slice(0, 10) ?? "…"} – ${dateRange.to?.slice(0, 10) ?? "…"}`;
    if (booleanValue) return `${name} ${form.conditions.booleanValue} ${booleanValue.value ? form.yes : form.no}`;
    const values = (rowValues?.values ?? []).join(", ");
    return `${name} ${form.conditions.rowValues} ${[values, rowValues?.noneValue ? form.noneValue : ""].filter(Boolean).join(" ")}`;
}
