import { useId } from "preact/hooks";
import type { ReportColumn, ReportFilter, ReportPeriodUnit } from "../api/types";
import { Button } from "../parts/Button";
import { TagInput } from "../parts/TagInput";
import { parts } from "../parts/words";
import { conditionOf, conditionsOf, emptyFilter, type Condition } from "./report_input";
import { reports as words } from "./words";

export interface FilterEditorProps {
    readonly columns: readonly ReportColumn[];  // of the area
    readonly filters: readonly ReportFilter[];
    readonly faultOf: (place: string) => string | undefined;  // "": of all, "/0": of the first
    readonly onChange: (filters: ReportFilter[]) => void;
}

const kUnits: readonly ReportPeriodUnit[] = ["DAYS", "WEEKS", "MONTHS", "YEARS"];

export function FilterEditor({ columns, filters, faultOf, onChange }: FilterEditorProps) {
    const possible = columns.filter((column) => conditionsOf(column.dataPointType).length > 0);
    const first = possible.find((column) => column.dataPointId === "createdOn") ?? possible.find((column) => column.dataPointType === "DATE") ?? possible[0];
    const fault = faultOf("");
    const replace = (index: number, filter: ReportFilter) => onChange(filters.map((one, place) => (place === index ? filter : one)));
    return (
        <fieldset class="form-part">
            <legend>{words.filters}</legend>
            <p class="quiet">{filters.length === 0 ? words.noFilters : words.form.filtersHelp}</p>
            {filters.map((filter, index) => (
                <Row key={index} columns={possible} filter={filter} fault={faultOf(`/${index}`)} onChange={(next) => replace(index, next)} onRemove={() => onChange(filters.filter((_, place) => place !== index))} />
            ))}
            {fault !== undefined && <p class="notice bad" role="alert">{fault}</p>}
            {first !== undefined && <Button small onClick={() => onChange([...filters, emptyFilter(first)])}>{words.form.addFilter}</Button>}
        </fieldset>
    );
}

interface RowProps {
    readonly columns: readonly ReportColumn[];
    readonly filter: ReportFilter;
    readonly fault: string | undefined;
    readonly onChange: (filter: ReportFilter) => void;
    readonly onRemove: () => void;
}

function Row({ columns, filter, fault, onChange, onRemove }: RowProps) {
    const column = columns.find((one) => one.dataPointId === filter.column.dataPointId) ?? filter.column;
    const condition = conditionOf(filter);
    return (
        <div class="condition" role="group" aria-label={column.dataPointName ?? column.dataPointId}>
            <select aria-label={words.form.column} value={column.dataPointId} onChange={(event) => {
                const next = columns.find((one) => one.dataPointId === event.currentTarget.value);
                if (next !== undefined) onChange(emptyFilter(next));
            }}>
                {columns.map((one) => <option key={one.dataPointId} value={one.dataPointId} selected={one.dataPointId === column.dataPointId}>{one.dataPointName ?? one.dataPointId}</option>)}
            </select>
            <select aria-label={words.form.condition} value={condition ?? ""} onChange={(event) => onChange(emptyFilter(column, event.currentTarget.value as Condition))}>
                {conditionsOf(column.dataPointType).map((one) => <option key={one} value={one} selected={one === condition}>{words.form.conditions[one]}</option>)}
            </select>
            <div class="condition-value"><Value filter={filter} onChange={onChange} /></div>
            <Button small kind="quiet" label={words.form.removeFilter} title={parts.remove} onClick={onRemove}>✕</Button>
            {fault !== undefined && <p class="fault" role="alert">{fault}</p>}
        </div>
    );
}

// Days are those of UTC, as in the files.
const timeOf = (day: string) => (day === "" ? undefined : `${day}T00:00:00.000Z`);

function Value({ filter, onChange }: { filter: ReportFilter; onChange: (filter: ReportFilter) => void }) {
    const id = useId();
    const { datePeriod, dateRange, rowValues, booleanValue } = filter;
    if (datePeriod) {
        return (
            <>
                <input type="number" aria-label={words.form.period} min={1} max={10000} step={1} value={datePeriod.period}
                    onInput={(event) => onChange({ ...filter, datePeriod: { ...datePeriod, period: Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1) } })} />
                <select aria-label={words.form.unit} value={datePeriod.unit} onChange={(event) => onChange({ ...filter, datePeriod: { ...datePeriod, unit: event.currentTarget.value as ReportPeriodUnit } })}>
                    {kUnits.map((unit) => <option key={unit} value={unit} selected={unit === datePeriod.unit}>{words.form.units[unit]}</option>)}
                </select>
                <label><input type="checkbox" checked={datePeriod.fullPeriod === true} onChange={(event) => onChange({ ...filter, datePeriod: { ...datePeriod, fullPeriod: event.currentTarget.checked } })} /> {words.form.fullPeriod}</label>
            </>
        );
    }
    if (dateRange) {
        const set = (name: "from" | "to", day: string) => {
            const { [name]: _, ...rest } = dateRange;
            const time = timeOf(day);
            onChange({ ...filter, dateRange: time === undefined ? rest : { ...rest, [name]: time } });
        };
        return (
            <>
                <input type="date" aria-label={words.form.from} title={words.form.from} value={dateRange.from?.slice(0, 10) ?? ""} onInput={(event) => set("from", event.currentTarget.value)} />
                <input type="date" aria-label={words.form.to} title={words.form.to} value={dateRange.to?.slice(0, 10) ?? ""} onInput={(event) => set("to", event.currentTarget.value)} />
            </>
        );
    }
    if (booleanValue) {
        return (
            <select aria-label={words.form.values} value={String(booleanValue.value)} onChange={(event) => onChange({ ...filter, booleanValue: { value: event.currentTarget.value === "true" } })}>
                <option value="true" selected={booleanValue.value}>{words.form.yes}</option>
                <option value="false" selected={!booleanValue.value}>{words.form.no}</option>
            </select>
        );
    }
    return (
        <>
            <label class="unseen" for={id}>{words.form.values}</label>
            <TagInput id={id} values={rowValues?.values ?? []} onChange={(values) => onChange({ ...filter, rowValues: { ...rowValues, values } })} placeholder={parts.addTag} commas />
            <label><input type="checkbox" checked={rowValues?.noneValue === true} onChange={(event) => onChange({ ...filter, rowValues: { ...rowValues, noneValue: event.currentTarget.checked } })} /> {words.form.noneValue}</label>
        </>
    );
}
