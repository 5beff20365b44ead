import { useState } from "preact/hooks";
import type { Sort } from "../parts/Table";
import { percent, sortOperations, type Operation, type OperationKey } from "./usage_series";
import { developers } from "./words";

const words = developers.usage;
const columns: readonly (readonly [OperationKey, string])[] = [
    ["calls", words.calls], ["refused", words.refused], ["failed", words.failed], ["medianMs", words.median], ["p99Ms", words.p99],
];
const ms = (value: number | undefined) => (value === undefined ? words.none : `${value.toLocaleString()} ms`);

export interface UsageOperationsProps {
    readonly operations: readonly Operation[];
    readonly chosen: string;  // the operation that charts are of; empty: all
    readonly onChoose: (operation: string) => void;
}

// Calls, refusals, failures and latency by operation. A row shows its charts; a second time, those of all operations.
export function UsageOperations({ operations, chosen, onChoose }: UsageOperationsProps) {
    const [sort, setSort] = useState<Sort & { key: OperationKey }>({ key: "calls", descending: true });
    return (
        <>
            <h2>{words.operations}</h2>
            <div class="wide-table">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{words.operation}</th>
                            {columns.map(([key, title]) => (
                                <th key={key} scope="col" class="end" aria-sort={sort.key === key ? (sort.descending ? "descending" : "ascending") : undefined}>
                                    <button type="button" class="link" onClick={() => setSort({ key, descending: sort.key === key ? !sort.descending : true })}>{title}{sort.key === key && (sort.descending ? " ↓" : " ↑")}</button>
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>{sortOperations(operations, sort.key, sort.descending).map((operation) => (
                        <Row key={operation.operation} operation={operation} chosen={operation.operation === chosen} onChoose={() => onChoose(operation.operation === chosen ? "" : operation.operation)} />
                    ))}</tbody>
                </table>
            </div>
        </>
    );
}

function Row({ operation: one, chosen, onChoose }: { operation: Operation; chosen: boolean; onChoose: () => void }) {
    return (
        <tr class={chosen ? "choosable chosen" : "choosable"} onClick={onChoose}>
            <td>
                <button type="button" class="link" aria-pressed={chosen} title={words.chartsOf(one.operation)}>{one.operation}</button>
                {one.path !== undefined && <div><small class="quiet"><code>{one.method} {one.path}</code> <a href={`/docs#${encodeURIComponent(one.operation)}`} aria-label={words.docsOf(one.operation)} onClick={(event) => event.stopPropagation()}>{words.reference}</a></small></div>}
            </td>
            <td class="end">{one.calls.toLocaleString()}</td>
            <td class="end" title={percent(one.refused, one.calls)}>{one.refused.toLocaleString()}</td>
            <td class="end" title={percent(one.failed, one.calls)}>{one.failed.toLocaleString()}</td>
            <td class="end">{ms(one.medianMs)}</td>
            <td class="end">{ms(one.p99Ms)}</td>
        </tr>
    );
}
