import { useEffect } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import type { Report as ReportView } from "../api/types";
import { UserName } from "../jobs/job_parts";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Tabs } from "../parts/Tabs";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, useQuery, type ScreenProps } from "../router";
import { may } from "../session";
import { crumbs } from "../shell";
import { filterText } from "./filter_words";
import { isUnderWay, ReportFiles, runReport, useFiles } from "./ReportFiles";
import { editReport, reportList, reportPage } from "./routes";
import { scheduleText } from "./schedule_text";
import { reports as words } from "./words";

export function useReportCrumbs(report: ReportView | undefined, last?: string): void {
    useEffect(() => {
        if (report === undefined) return;
        crumbs.value = [
            { title: words.title, href: href(reportList) }, { title: report.name, href: href(reportPage, { reportId: report.reportId }) },
            ...(last === undefined ? [] : [{ title: last }]),
        ];
        document.title = `${report.name} · Callboard`;
    }, [report?.reportId, report?.name, last]);
}

async function remove(report: ReportView): Promise<void> {
    const address = at("/reporting-api/v201804/reports/{reportId}", { reportId: report.reportId });
    if (!(await confirm({ title: words.deleteTitle, text: words.deleteText(report.name), action: words.delete, danger: true, request: { method: "DELETE", url: address } }))) return;
    try {
        await send("DELETE", address, undefined, { changes: [{ entity: "report" }] });
        toast(words.deleted(report.name));
        await go(href(reportList));
    } catch (error) {
        toastError(error);
    }
}

export default function Report({ params: { reportId } }: ScreenProps<"/reports/{reportId}">) {
    const address = at("/reporting-api/v201804/reports/{reportId}", { reportId });
    const report = useResource(address);
    const files = useFiles(reportId);
    const [tab, setTab] = useQuery("tab", "files");
    useReportCrumbs(report.data);
    const busy = files.rows.some(isUnderWay);
    const run = () => void runReport(reportId);
    const own = may("manageReports") && report.data?.creatorId !== undefined;
    useKeys(parts.thisScreen, {
        ...(!busy && { r: { title: words.run, run } }),
        ...(own && { e: { title: words.edit, run: () => void go(href(editReport, { reportId })) }, "Shift+d": { title: words.delete, run: () => { if (report.data) void remove(report.data); } } }),
    });
    return (
        <article class="screen">
            <Loaded resource={report}>
                {(data) => (
                    <>
                        <header class="screen-head">
                            <h1><Text>{data.name}</Text></h1>
                            <Badge tone={data.creatorId === undefined ? "neutral" : "accent"}>{data.creatorId === undefined ? words.builtIn : words.custom}</Badge>
                            <div class="buttons">
                                {own && <Button href={href(editReport, { reportId })} keys="e">{words.edit}</Button>}
                                {own && <Button kind="danger" keys="Shift+d" onClick={() => void remove(data)}>{words.delete}</Button>}
                                {own && <AsCurl request={{ method: "DELETE", url: address }} />}
                                <Button kind="primary" keys="r" busy={busy} onClick={run}>{words.run}</Button>
                                <AsCurl request={{ method: "POST", url: `${address}/files`, body: {} }} />
                            </div>
                        </header>
                        <p class="quiet">{scheduleText(data.schedule)}</p>
                        <Tabs label={words.tabs.label} current={tab === "definition" ? "definition" : "files"} onSelect={setTab}
                            tabs={[{ key: "files", title: words.tabs.files }, { key: "definition", title: words.tabs.definition }]}>
                            {tab === "definition" ? <Definition report={data} /> : <ReportFiles report={data} files={files} />}
                        </Tabs>
                    </>
                )}
            </Loaded>
        </article>
    );
}

function Definition({ report }: { report: ReportView }) {
    return (
        <>
            {report.creatorId === undefined && <p class="notice">{words.builtInText}</p>}
            <dl class="facts">
                <div><dt>{words.area}</dt><dd><Text>{words.areaName(report.rowEntityTypeId)}</Text></dd></div>
                <div><dt>{words.columns}</dt><dd><Text>{report.columns.map((column) => column.dataPointName ?? column.dataPointId).join(", ")}</Text></dd></div>
                <div><dt>{words.filters}</dt><dd>{report.filters.length === 0 ? words.noFilters : <ul class="links">{report.filters.map((filter, index) => <li key={index}><Text>{filterText(filter)}</Text></li>)}</ul>}</dd></div>
                <div><dt>{words.formats}</dt><dd>{report.reportFormats.map((format) => words.format[format]).join(", ")}</dd></div>
                <div><dt>{words.grantees}</dt><dd>{report.creatorId === undefined ? words.everyone : report.grantees.length === 0 ? words.onlyAdministrators
                    : <ul class="links">{report.grantees.map((userId) => <li key={userId}><UserName userId={userId} /></li>)}</ul>}</dd></div>
                <div><dt>{words.scheduled}</dt><dd>{scheduleText(report.schedule)}</dd></div>
                <div><dt>{words.changed}</dt><dd><Time at={report.modificationDate} />{report.modifierId !== undefined && <> · <UserName userId={report.modifierId} /></>}</dd></div>
            </dl>
        </>
    );
}
