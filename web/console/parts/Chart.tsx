import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "./Button";
import { parts as words } from "./words";

export interface ChartSeries {
    readonly label: string;
    readonly values: readonly (number | null)[];  // one for each x
    readonly rest?: boolean;                      // what is left: in a colour that stands back
}

export interface ChartProps {
    readonly title: string;
    readonly kind: "bars" | "lines";
    readonly x: readonly string[];  // labels: weeks, statuses, times
    readonly xTitle: string;
    readonly series: readonly ChartSeries[];
    readonly stacked?: boolean;  // bars on each other
    readonly unit?: string;      // days, ms
    readonly height?: number;    // pixels
}

// A chart with the same numbers as a table. The library is loaded with the first chart.
export function Chart(props: ChartProps) {
    const [asTable, setAsTable] = useState(false);
    const box = useRef<HTMLDivElement>(null);
    const id = useId();
    const data = JSON.stringify([props.kind, props.x, props.series, props.stacked, props.unit]);
    useEffect(() => {
        const element = box.current;
        if (asTable || element === null) return undefined;
        let stop: (() => void) | undefined;
        let gone = false;
        void import("./draw_chart").then(({ drawChart }) => { if (!gone) stop = drawChart(element, props); }, () => { if (!gone) setAsTable(true); });
        return () => {
            gone = true;
            stop?.();
        };
    }, [data, asTable]);
    return (
        <figure class="chart" aria-labelledby={id}>
            <figcaption>
                <h3 id={id}>{props.title}</h3>
                <Button small kind="quiet" onClick={() => setAsTable(!asTable)}>{asTable ? words.showChart : words.showTable}</Button>
            </figcaption>
            {asTable ? <div class="chart-table" tabIndex={0} role="region" aria-labelledby={id}><ChartTable {...props} /></div> : <><div ref={box} class="chart-box" aria-hidden="true" style={{ minHeight: `${props.height ?? 220}px` }} /><div class="unseen"><ChartTable {...props} /></div></>}
        </figure>
    );
}

function ChartTable({ title, x, xTitle, series, unit }: ChartProps) {
    return (
        <table>
            <caption class="unseen">{title}</caption>
            <thead><tr><th scope="col">{xTitle}</th>{series.map((one) => <th key={one.label} scope="col" class="end">{one.label}{unit !== undefined && ` (${unit})`}</th>)}</tr></thead>
            <tbody>{x.map((label, index) => <tr key={index}><th scope="row">{label}</th>{series.map((one) => <td key={one.label} class="end">{one.values[index] ?? "–"}</td>)}</tr>)}</tbody>
        </table>
    );
}
