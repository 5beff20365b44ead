import { useEffect, useRef } from "preact/hooks";
import { at } from "../api/address";
import { usePages, type Pages } from "../api/cache";
import { call, send } from "../api/client";
import type { Report, ReportFile } from "../api/types";
import { UserName } from "../jobs/job_parts";
import { AsCurl, type RequestDescription } from "../parts/AsCurl";
import { Badge, type Tone } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { announce } from "../parts/LiveRegion";
import { Skeleton } from "../parts/Skeleton";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { href } from "../router";
import { followAtPace } from "./file_data";
import { reportFile } from "./routes";
import { fileName, saveFile } from "./save_file";
import { reports as words } from "./words";

const kPolling = 1500;  // ms
const kExcel = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const toneOf: Record<ReportFile["reportFileStatus"], Tone> = { PENDING: "wait", RUNNING: "wait", COMPLETED: "good", FAILED: "bad" };

export function isUnderWay(file: ReportFile): boolean {
    return file.reportFileStatus === "PENDING" || file.reportFileStatus === "RUNNING";
}

// Loads again until it is no longer needed; a hidden tab waits.
export function usePolling(active: boolean, reload: () => void): void {
    useEffect(() => {
        if (!active) return undefined;
        const timer = setInterval(() => { if (!document.hidden) reload(); }, kPolling);
        return () => clearInterval(timer);
    }, [active, reload]);
}

export function useFiles(reportId: string): Pages<ReportFile> {
    const files = usePages(at("/reporting-api/v201804/reports/{reportId}/files", { reportId, limit: 50 }));
    const busy = files.rows.some(isUnderWay);
    usePolling(busy, files.reload);
    const wasBusy = useRef(false);
    useEffect(() => {
        const newest = files.rows[0];
        if (wasBusy.current && !busy && newest !== undefined) announce(`${words.file.title}: ${words.file.status[newest.reportFileStatus]}`);
        wasBusy.current = busy;
    }, [busy]);
    return files;
}

export async function runReport(reportId: string): Promise<void> {
    try {
        await send("POST", at("/reporting-api/v201804/reports/{reportId}/files", { reportId }), {}, { changes: [{ entity: "reportFile", id: reportId }] });
        toast(words.runStarted);
    } catch (error) {
        toastError(error);
    }
}

export function FileStatus({ file }: { file: ReportFile }) {
    return <Badge tone={toneOf[file.reportFileStatus]}>{words.file.status[file.reportFileStatus]}</Badge>;
}

async function saveWorkbook(report: Report, file: ReportFile): Promise<void> {
    try {
        const address = at("/reporting-api/v201804/files/{reportFileId}/data", { reportFileId: file.reportFileId });
        const { data } = await call("GET", address, undefined, { headers: { Accept: kExcel } });
        if (data instanceof Blob) saveFile(fileName(report.name, "xlsx", file.generationDate ?? file.schedulingDate), data);
    } catch (error) {
        toastError(error);
    }
}

// CSV goes straight to the disk, whatever its size. A workbook is asked for by a header, which links cannot have.
export function Downloads({ report, file }: { report: Report; file: ReportFile }) {
    const formats = report.reportFormats;
    const address = at("/reporting-api/v201804/files/{reportFileId}/data", { reportFileId: file.reportFileId });
    const nameAs = (extension: string) => fileName(report.name, extension, file.generationDate ?? file.schedulingDate);
    const requests = (["CSV", "EXCEL"] as const).filter((format) => formats.includes(format)).map((format): RequestDescription => (
        { method: "GET", url: address, ...(format === "CSV" ? { accept: "text/csv", saveAs: nameAs("csv") } : { accept: kExcel, saveAs: nameAs("xlsx") }) }));
    return (
        <>
            {formats.includes("CSV") && <a class="button small" download onClick={followAtPace} href={address}>{words.file.download(words.format.CSV)}</a>}
            {formats.includes("EXCEL") && <Button small onClick={() => void saveWorkbook(report, file)}>{words.file.download(words.format.EXCEL)}</Button>}
            {requests.length > 0 && <AsCurl request={requests} />}
        </>
    );
}

export function Running({ file }: { file: ReportFile }) {
    return (
        <div class="progress panel" role="status">
            <div class="progress-text"><span>{words.running}</span><span class="quiet"><Time at={file.schedulingDate} /></span></div>
            <progress aria-label={words.running} />
            <p class="quiet">{words.runningHelp}</p>
        </div>
    );
}

export function ReportFiles({ report, files }: { report: Report; files: Pages<ReportFile> }) {
    const underWay = files.rows.find(isUnderWay);
    if (files.error !== undefined && files.rows.length === 0) return <Failed error={files.error} onRetry={files.reload} />;
    if (files.loading) return <Skeleton />;
    if (files.rows.length === 0) return <Empty title={words.file.emptyTitle}><p>{words.file.emptyText}</p></Empty>;
    return (
        <>
            {underWay && <Running file={underWay} />}
            <div class="chart-table">
                <table>
                    <thead><tr>{[words.file.state, words.file.started, words.file.trigger, words.file.requestor].map((title) => <th key={title} scope="col">{title}</th>)}<th scope="col"><span class="unseen">{words.file.view}</span></th></tr></thead>
                    <tbody>{files.rows.map((file) => <Row key={file.reportFileId} report={report} file={file} />)}</tbody>
                </table>
            </div>
            {!files.done && <Button onClick={files.more}>{words.moreFiles}</Button>}
        </>
    );
}

function Row({ report, file }: { report: Report; file: ReportFile }) {
    const address = href(reportFile, { reportId: report.reportId, reportFileId: file.reportFileId });
    return (
        <tr>
            <td><FileStatus file={file} />{file.errorReason !== undefined && <p class="quiet">{words.file.failure[file.errorReason]}</p>}</td>
            <td><Time at={file.schedulingDate} /></td>
            <td>{words.file.type[file.scheduleType]}</td>
            <td><UserName userId={file.requestorId} /></td>
            <td class="end">
                {file.reportFileStatus === "COMPLETED" && (
                    <span class="buttons"><Button small kind="primary" href={address}>{words.file.view}</Button><Downloads report={report} file={file} /></span>
                )}
            </td>
        </tr>
    );
}
