// What defines a report, in words.
import type { Report, ReportColumn, ReportInput } from "../api/types";
import { filterText } from "./filter_words";
import { scheduleText } from "./schedule_text";
import { reports as words } from "./words";

export interface DefinitionTexts {
    readonly name: string;
    readonly rowEntityTypeId: string;
    readonly columns: string;
    readonly filters: string;
    readonly reportFormats: string;
    readonly schedule: string;
    readonly grantees: string;
}

export function definitionTexts({ name, rowEntityTypeId, columns, filters, reportFormats, schedule, grantees }: ReportInput, areas: readonly Report[], userName: (id: string) => string): DefinitionTexts {
    const area = areas.find((one) => one.rowEntityTypeId === rowEntityTypeId);
    const named = (column: ReportColumn): ReportColumn => area?.columns.find((one) => one.dataPointId === column.dataPointId) ?? column;
    return {
        name,
        rowEntityTypeId: words.areaName(rowEntityTypeId),
        columns: (columns ?? []).map(named).map((column) => column.dataPointName ?? column.dataPointId).join(", "),
        filters: (filters ?? []).map((filter) => filterText({ ...filter, column: named(filter.column) })).join("; ") || words.noFilters,
        reportFormats: (reportFormats ?? []).map((format) => words.format[format]).join(", "),
        schedule: scheduleText(schedule),
        grantees: (grantees ?? []).map(userName).join(", ") || words.onlyAdministrators,
    };
}
