import type { ReportColumn } from "../api/types";
import { Button } from "../parts/Button";
import { announce } from "../parts/LiveRegion";
import { moved } from "../parts/reorder";
import { Text } from "../parts/Text";
import { reports as words } from "./words";

export interface ColumnPickerProps {
    readonly columns: readonly ReportColumn[];  // of the area
    readonly chosen: readonly ReportColumn[];   // in order
    readonly fault: string | undefined;
    readonly onChange: (chosen: ReportColumn[]) => void;
}

const byId = ({ dataPointId }: ReportColumn): ReportColumn => ({ dataPointId });

export function ColumnPicker({ columns, chosen, fault, onChange }: ColumnPickerProps) {
    const nameOf = (id: string) => columns.find((column) => column.dataPointId === id)?.dataPointName ?? id;
    const rest = columns.filter((column) => !chosen.some((one) => one.dataPointId === column.dataPointId));
    const move = (from: number, to: number) => {
        onChange(moved(chosen, from, to));
        announce(`${nameOf(chosen[from]?.dataPointId ?? "")}: ${to + 1} / ${chosen.length}`);
    };
    return (
        <fieldset class="form-part">
            <legend>{words.columns}</legend>
            <p class="quiet">{rest.length === 0 && chosen.length > 0 ? words.form.allColumns : words.form.columnsHelp}</p>
            <ol class="ordered">
                {chosen.map(({ dataPointId }, index) => {
                    const name = nameOf(dataPointId);
                    return (
                        <li key={dataPointId}>
                            <Text>{name}</Text>
                            <Button small kind="quiet" label={words.form.up(name)} disabled={index === 0} onClick={() => move(index, index - 1)}>↑</Button>
                            <Button small kind="quiet" label={words.form.down(name)} disabled={index === chosen.length - 1} onClick={() => move(index, index + 1)}>↓</Button>
                            <Button small kind="quiet" label={words.form.remove(name)} onClick={() => onChange(chosen.filter((one) => one.dataPointId !== dataPointId))}>✕</Button>
                        </li>
                    );
                })}
            </ol>
            {fault !== undefined && <p class="notice bad" role="alert">{fault}</p>}
            {rest.length > 0 && (
                <div class="buttons">
                    <select aria-label={words.form.addColumn} value="" onChange={(event) => {
                        const id = event.currentTarget.value;
                        event.currentTarget.value = "";
                        if (id !== "") onChange([...chosen, { dataPointId: id }]);
                    }}>
                        <option value="">{words.form.addColumn} …</option>
                        {rest.map((column) => <option key={column.dataPointId} value={column.dataPointId}>{column.dataPointName ?? column.dataPointId}</option>)}
                    </select>
                    <Button small onClick={() => onChange([...chosen, ...rest.map(byId)])}>{words.form.addAll}</Button>
                </div>
            )}
        </fieldset>
    );
}
