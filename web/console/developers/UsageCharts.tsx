import { Chart } from "../parts/Chart";
import { timeLabel, type Usage } from "./usage_series";
import { developers } from "./words";

const words = developers.usage;

export function UsageCharts({ usage }: { usage: Usage }) {
    const { series } = usage;
    const x = series.map((point) => timeLabel(point.time, usage));
    return (
        <>
            <div class="panel"><Chart title={words.callsTitle} kind="bars" stacked x={x} xTitle={words.time} series={[
                { label: words.accepted, values: series.map((point) => Math.max(0, point.calls - point.refused - point.failed)) },
                { label: words.refused, values: series.map((point) => point.refused) },
                { label: words.failed, values: series.map((point) => point.failed) },
            ]} /></div>
            <div class="panel"><Chart title={words.latencyTitle} kind="lines" unit="ms" x={x} xTitle={words.time} series={[
                { label: words.median, values: series.map((point) => point.medianMs ?? null) },
                { label: words.p99, values: series.map((point) => point.p99Ms ?? null) },
            ]} /></div>
        </>
    );
}
