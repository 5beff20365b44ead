// uPlot in our colours. A chunk of its own: most screens have no chart.
import uPlot from "uplot";
import type { ChartProps } from "./Chart";
import { stack } from "./stack";

const kColours = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5", "--chart-6"];

export function drawChart(box: HTMLElement, { kind, x, xTitle, series, stacked, unit, height = 220 }: ChartProps): () => void {
    let plot: uPlot | undefined;
    const draw = () => {
        plot?.destroy();
        const style = getComputedStyle(box);
        const colour = (name: string) => style.getPropertyValue(name).trim();
        const bars = kind === "bars" && uPlot.paths.bars ? uPlot.paths.bars({ size: [0.65, 44], radius: stacked ? 0 : 0.08 }) : undefined;
        const shown = stacked ? stack(series.map((one) => one.values)) : series.map((one) => [...one.values]);
        const order = shown.map((_, index) => (stacked ? shown.length - 1 - index : index));
        const axis = { stroke: colour("--quiet"), font: `11px ${style.fontFamily}`, grid: { stroke: colour("--line-soft"), width: 1 }, ticks: { show: false } };
        const strokes = ["", ...order.map((index) => colour(series[index]?.rest ? "--chart-rest" : (kColours[index % kColours.length] ?? "--accent")) || colour("--accent"))];
        const options: uPlot.Options = {
            width: box.clientWidth,
            height,
            legend: { show: series.length > 1, markers: { width: 0, fill: (_, place) => strokes[place] ?? "" } },
            cursor: { drag: { x: false, y: false } },
            scales: { x: { time: false, range: [-0.6, x.length - 0.4] }, y: { range: (_, __, highest) => [0, Math.max(highest, 1) * 1.05] } },
            axes: [
                { ...axis, grid: { show: false }, values: (_, places) => places.map((place) => (Number.isInteger(place) ? (x[place] ?? "") : "")), space: 70, size: 28 },
                { ...axis, values: (_, values) => values.map((value) => `${value.toLocaleString()}${unit === undefined ? "" : ` ${unit}`}`), size: unit === undefined ? 44 : 64 },
            ],
            series: [
                { label: xTitle, value: (_, place) => x[place] ?? "" },
                ...order.map((index, place): uPlot.Series => {
                    const stroke = strokes[place + 1] ?? "";
                    const value = (_: uPlot, __: number, ___: number, place: number | null) => (place === null ? "" : (series[index]?.values[place] ?? 0).toLocaleString());
                    return { label: series[index]?.label ?? "", stroke, width: kind === "lines" ? 2 : 0, value, points: { show: kind === "lines" && x.length < 60 }, ...(bars && { fill: stroke, paths: bars }) };
                }),
            ],
        };
        plot = new uPlot(options, [x.map((_, index) => index), ...order.map((index) => shown[index] ?? [])], box);
    };
    draw();
    const size = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height }));
    size.observe(box);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
        size.disconnect();
        theme.disconnect();
        dark.removeEventListener("change", draw);
        plot?.destroy();
    };
}
