import { useMemo } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { Report, ReportColumn, ReportFile } from "../api/types";
import { Button } from "../parts/Button";
import { Chart } from "../parts/Chart";
import { Empty } from "../parts/Empty";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { useQuery, type ScreenProps } from "../router";
import { chartData, type Measure } from "./chart_data";
import { plainText } from "./csv";
import { useFileData, type FileData } from "./file_data";
import { useReportCrumbs } from "./Report";
import { Downloads, FileStatus, isUnderWay, Running, usePolling } from "./ReportFiles";
import { reports as words } from "./words";

const kColumnWidth = 10;  // rem

export default function FileView({ params: { reportId, reportFileId } }: ScreenProps<"/reports/{reportId}/files/{reportFileId}">) {
    const report = useResource(at("/reporting-api/v201804/reports/{reportId}", { reportId }));
    const file = useResource(at("/reporting-api/v201804/files/{reportFileId}", { reportFileId }));
    useReportCrumbs(report.data, words.file.title);
    usePolling(file.data !== undefined && isUnderWay(file.data), file.reload);
    return (
        <article class="screen fill">
            <Loaded resource={report}>
                {(data) => (
                    <>
                        <header class="screen-head">
                            <h1><Text>{data.name}</Text></h1>
                            {file.data && <span class="quiet"><Time at={file.data.generationDate ?? file.data.schedulingDate} as="exact" /></span>}
                            {file.data && <FileStatus file={file.data} />}
                            {file.data?.reportFileStatus === "COMPLETED" && <div class="buttons"><Downloads report={data} file={file.data} /></div>}
                        </header>
                        <Loaded resource={file}>{(one) => <Content report={data} file={one} />}</Loaded>
                    </>
                )}
            </Loaded>
        </article>
    );
}

function Content({ report, file }: { report: Report; file: ReportFile }) {
    if (isUnderWay(file)) return <Running file={file} />;
    if (file.reportFileStatus === "FAILED") return <Empty title={words.file.status.FAILED}><p>{words.file.failure[file.errorReason ?? "UNKNOWN"]}</p></Empty>;
    if (!report.reportFormats.includes("CSV")) return <Empty title={words.view.noCsvTitle}><p>{words.view.noCsvText}</p></Empty>;
    return <Rows file={file} />;
}

function Rows({ file }: { file: ReportFile }) {
    const data = useFileData(file.reportFileId);
    const [shown, setShown] = useQuery("show", "table");
    const other = shown === "chart" ? "table" : "chart";
    useKeys(parts.thisScreen, { v: { title: words.view[other], run: () => setShown(other) } });
    return (
        <Loaded resource={data} lines={10}>
            {(table) => (table.rows.length === 0 ? <Empty title={words.view.noRowsTitle}><p>{words.view.noRowsText}</p></Empty> : (
                <>
                    <div class="buttons">
                        <div class="buttons" role="group" aria-label={words.view.label}>
                            {(["table", "chart"] as const).map((one) => <Button key={one} small kind={shown === one ? "primary" : "plain"} onClick={() => setShown(one)}>{words.view[one]}</Button>)}
                        </div>
                        <span class="quiet number">{table.complete ? words.view.rows(table.rows.length) : words.view.cut(table.rows.length, words.view.bytes(table.bytes))}</span>
                        <span class="quiet wide-only">{words.view.logged}</span>
                    </div>
                    {shown === "chart" ? <RowsChart table={table} columns={file.columns} /> : <RowsTable table={table} columns={file.columns} />}
                </>
            ))}
        </Loaded>
    );
}

interface RowsProps {
    readonly table: FileData;
    readonly columns: readonly ReportColumn[];  // in the order of the file
}

interface NumberedRow {
    readonly number: number;
    readonly cells: readonly string[];
}

function RowsTable({ table, columns }: RowsProps) {
    const rows = useMemo(() => table.rows.map((cells, number): NumberedRow => ({ number, cells })), [table]);
    const shown = table.header.map((title, index): Column<NumberedRow> => {
        const type = columns[index]?.dataPointType;
        return {
            key: String(index), title, end: type === "NUMBER" || type === "DECIMAL", ...(index > 2 && { phone: false }),
            cell: ({ cells }) => (type === "DATE" && cells[index] ? <Time at={cells[index]} as="date" /> : <Text>{plainText(cells[index] ?? "")}</Text>),
        };
    });
    return (
        <div class="wide-table">
            <div style={{ minWidth: matchMedia("(max-width: 48rem)").matches ? "auto" : `${shown.length * kColumnWidth}rem` }}>
                <Table label={words.view.table} rows={rows} columns={shown} keyOf={(row) => String(row.number)} rowHeight={32} />
            </div>
        </div>
    );
}

function measureOf(text: string, columns: number): Measure {
    const [, kind, index] = /^(sum|average)-(\d+)$/.exec(text) ?? [];
    const column = Number(index);
    return (kind === "sum" || kind === "average") && column < columns ? { kind, column } : { kind: "count" };
}

// A column with few values makes the best first chart: a status, a source, a month.
function firstX(columns: readonly ReportColumn[]): number {
    const found = ["ENUM", "DATE", "TEXT"].map((type) => columns.findIndex((column) => column.dataPointType === type)).find((index) => index >= 0);
    return found ?? 0;
}

function RowsChart({ table, columns }: RowsProps) {
    const [xText, setX] = useQuery("x", String(firstX(columns)));
    const [yText, setY] = useQuery("y", "count");
    const [kind, setKind] = useQuery("as", "bars");
    const x = table.header[Number(xText)] === undefined ? 0 : Number(xText);
    const measure = measureOf(yText, table.header.length);
    const nameOf = (index: number) => table.header[index] ?? "";
    const measureName = measure.kind === "count" ? words.view.count : words.view[measure.kind](nameOf(measure.column));
    const data = useMemo(() => chartData({ rows: table.rows, x, xType: columns[x]?.dataPointType, measure, none: words.view.none, others: words.view.others }), [table, x, yText]);
    const numbers = columns.flatMap(({ dataPointType }, index) => (dataPointType === "NUMBER" || dataPointType === "DECIMAL" ? [index] : []));
    return (
        <div>
            <div class="buttons">
                <label>{words.view.x}{" "}
                    <select value={String(x)} onChange={(event) => setX(event.currentTarget.value)}>
                        {table.header.map((title, index) => <option key={index} value={String(index)} selected={index === x}>{title}</option>)}
                    </select>
                </label>
                <label>{words.view.y}{" "}
                    <select value={yText} onChange={(event) => setY(event.currentTarget.value)}>
                        <option value="count">{words.view.count}</option>
                        {numbers.flatMap((index) => (["sum", "average"] as const).map((one) => <option key={`${one}-${index}`} value={`${one}-${index}`} selected={yText === `${one}-${index}`}>{words.view[one](nameOf(index))}</option>))}
                    </select>
                </label>
                <label>{words.view.kind}{" "}
                    <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
                        {(["bars", "lines"] as const).map((one) => <option key={one} value={one} selected={kind === one}>{words.view[one]}</option>)}
                    </select>
                </label>
            </div>
            <Chart title={words.view.by(measureName, nameOf(x))} kind={kind === "lines" ? "lines" : "bars"} x={data.x} xTitle={nameOf(x)} height={360}
                series={[{ label: measureName, values: data.values }]} />
        </div>
    );
}
