import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { ApplicationStatus } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Chart } from "../parts/Chart";
import { Empty } from "../parts/Empty";
import { Loaded } from "../parts/Loaded";
import { useQuery } from "../router";
import { periodStart, weeklySeries, type InsightNumbers } from "./insight_series";
import { jobs as words } from "./words";

const kPeriods = [4, 12, 26, 52];  // weeks
const dayOf = (time: string) => new Date(time).toLocaleDateString(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
const monthOf = (month: string) => new Date(`${month}-01`).toLocaleDateString(undefined, { year: "numeric", month: "short", timeZone: "UTC" });
const statusOf = (status: string) => words.applicationStatus[status as ApplicationStatus] ?? status;
const round = (days: number) => Math.round(days * 10) / 10;

// The charts of one job, or of the whole company; ?weeks= is the period.
export function InsightCharts({ jobId }: { jobId?: string }) {
    const [text, setWeeks] = useQuery("weeks", "12");
    const weeks = kPeriods.find((one) => String(one) === text) ?? 12;
    const address = at("/insights", { jobId, from: periodStart(weeks, new Date()) });
    const insights = useResource(address, { keep: true });
    return (
        <>
            <div class="buttons chart-options">
                <label class="beside quiet">{words.insights.period}{" "}
                    <select value={String(weeks)} onChange={(event) => setWeeks(event.currentTarget.value)}>
                        {kPeriods.map((one) => <option key={one} value={String(one)}>{words.insights.weeksBack(one)}</option>)}
                    </select>
                </label>
                <AsCurl request={{ method: "GET", url: address }} />
            </div>
            <Loaded resource={insights} lines={8}>{(numbers) => <Charts numbers={numbers} />}</Loaded>
        </>
    );
}

function Charts({ numbers }: { numbers: InsightNumbers }) {
    const { weeks, series } = weeklySeries(numbers.applicationsByWeek, words.insights);
    const { funnel, timeInStatus, timeToHire } = numbers;
    if (weeks.length === 0 && timeToHire.count === 0 && timeInStatus.length === 0) return <Empty title={words.insights.emptyTitle}><p>{words.insights.emptyText}</p></Empty>;
    return (
        <div class="charts">
            <div class="panel whole"><Chart title={words.insights.weeks} kind="bars" stacked x={weeks.map(dayOf)} xTitle={words.insights.week} series={series} /></div>
            <div class="panel"><Chart title={words.insights.funnel} kind="bars" x={funnel.map((one) => statusOf(one.status))} xTitle={words.insights.status}
                series={[{ label: words.insights.applications, values: funnel.map((one) => one.count) }]} />
            <p class="quiet">{words.insights.funnelHelp}</p></div>
            <div class="panel"><Chart title={words.insights.timeInStatus} kind="bars" unit={words.insights.days} x={timeInStatus.map((one) => statusOf(one.status))} xTitle={words.insights.status}
                series={[{ label: words.insights.median, values: timeInStatus.map((one) => round(one.medianDays)) }]} /></div>
            <div class="panel whole"><Chart title={words.insights.timeToHire} kind="lines" unit={words.insights.days} x={timeToHire.byMonth.map((one) => monthOf(one.month))} xTitle={words.insights.month}
                series={[{ label: words.insights.median, values: timeToHire.byMonth.map((one) => round(one.medianDays)) }]} />
            <p class="quiet">{timeToHire.count === 0 ? words.insights.noHires : words.insights.hires(timeToHire.count, String(round(timeToHire.medianDays ?? 0)))}</p></div>
        </div>
    );
}
