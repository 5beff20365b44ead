// Between a report and the body that creates or replaces it.
import type { Report, ReportColumn, ReportDataType, ReportFilter, ReportInput } from "../api/types";

export type Condition = "datePeriod" | "dateRange" | "rowValues" | "booleanValue";

// The conditions that a filter on a column may have, the usual one first. The server refuses filters on decimals.
export function conditionsOf(type: ReportDataType | undefined): readonly Condition[] {
    if (type === "DATE") return ["datePeriod", "dateRange"];
    if (type === "BOOLEAN") return ["booleanValue"];
    return type === "DECIMAL" ? [] : ["rowValues"];
}

export function conditionOf(filter: ReportFilter): Condition | undefined {
    return (["datePeriod", "dateRange", "rowValues", "booleanValue"] as const).find((one) => filter[one] !== undefined);
}

export function emptyFilter(column: ReportColumn, condition = conditionsOf(column.dataPointType)[0]): ReportFilter {
    const wanted: ReportFilter = { column: { dataPointId: column.dataPointId } };
    if (condition === "datePeriod") return { ...wanted, datePeriod: { period: 1, unit: "MONTHS" } };
    if (condition === "dateRange") return { ...wanted, dateRange: {} };
    if (condition === "booleanValue") return { ...wanted, booleanValue: { value: true } };
    return { ...wanted, rowValues: { values: [] } };
}

// A range without a time and a list without values would match everything or nothing.
export function isComplete(filter: ReportFilter): boolean {
    if (filter.dateRange) return filter.dateRange.from !== undefined || filter.dateRange.to !== undefined;
    if (filter.rowValues) return (filter.rowValues.values?.length ?? 0) > 0 || filter.rowValues.noneValue === true;
    return filter.datePeriod !== undefined || filter.booleanValue !== undefined;
}

// What PUT accepts: columns by id, because their names and types belong to the area.
export function inputOf({ name, rowEntityTypeId, columns, filters, reportFormats, grantees, schedule }: Report): ReportInput {
    const byId = ({ dataPointId }: ReportColumn): ReportColumn => ({ dataPointId });
    return {
        name, rowEntityTypeId, columns: columns.map(byId), filters: filters.map((filter) => ({ ...filter, column: byId(filter.column) })),
        reportFormats: [...reportFormats], grantees: [...grantees], ...(schedule && { schedule }),
    };
}

// The built-in reports are the areas, with all their columns.
export function areasOf(reports: readonly Report[]): Report[] {
    return reports.filter((report) => report.creatorId === undefined).sort((a, b) => a.name.localeCompare(b.name));
}
