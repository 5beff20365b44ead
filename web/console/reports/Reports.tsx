import { at } from "../api/address";
import { usePages } from "../api/cache";
import type { Report } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { valuesOf, type FilterValues } from "../parts/filter_text";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href } from "../router";
import { may } from "../session";
import { newReport, reportPage } from "./routes";
import { scheduleText } from "./schedule_text";
import { reports as words } from "./words";

const kindOf = (report: Report) => (report.creatorId === undefined ? "built-in" : "custom");

function fieldsOf(reports: readonly Report[]): FilterField[] {
    const count = (test: (report: Report) => boolean) => reports.filter(test).length;
    const areas = [...new Set(reports.map((report) => report.rowEntityTypeId))].sort();
    return [
        {
            name: "kind", title: words.kind,
            options: [
                { value: "built-in", title: words.builtIn, count: count((report) => kindOf(report) === "built-in") },
                { value: "custom", title: words.custom, count: count((report) => kindOf(report) === "custom") },
            ],
        },
        { name: "area", title: words.area, options: areas.map((value) => ({ value, title: words.areaName(value), count: count((report) => report.rowEntityTypeId === value) })) },
    ];
}

function matches(report: Report, filter: FilterValues): boolean {
    const among = (name: string, value: string) => valuesOf(filter, name).length === 0 || valuesOf(filter, name).includes(value);
    return among("kind", kindOf(report)) && among("area", report.rowEntityTypeId) && report.name.toLowerCase().includes(filter.words.toLowerCase());
}

const columns: readonly Column<Report>[] = [
    { key: "name", title: words.name, width: "3fr", cell: (report) => <a href={href(reportPage, { reportId: report.reportId })}><Text>{report.name}</Text></a> },
    { key: "kind", title: words.kind, width: "7rem", cell: (report) => <Badge tone={report.creatorId === undefined ? "neutral" : "accent"}>{report.creatorId === undefined ? words.builtIn : words.custom}</Badge> },
    { key: "area", title: words.area, phone: false, cell: (report) => <Text>{words.areaName(report.rowEntityTypeId)}</Text> },
    { key: "schedule", title: words.scheduled, width: "2fr", phone: false, cell: (report) => (report.schedule ? scheduleText(report.schedule) : <span class="quiet">{words.schedule.never}</span>) },
    { key: "changed", title: words.changed, width: "9rem", phone: false, cell: (report) => <Time at={report.modificationDate} /> },
];

export default function Reports() {
    const address = at("/reporting-api/v201804/reports", { limit: 1000 });
    const all = usePages(address);
    const fields = fieldsOf(all.rows);
    const [filter] = useFilter(fields);
    const shown = all.rows.filter((report) => matches(report, filter));
    const create = () => void go(href(newReport));
    useKeys(parts.thisScreen, { c: { title: words.create, run: create } }, may("manageReports"));
    const filtered = filter.terms.length > 0 || filter.words !== "";
    return (
        <article class="screen fill">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons">
                    <AsCurl request={{ method: "GET", url: address }} />
                    {may("manageReports") && <Button kind="primary" keys="c" onClick={create}>{words.create}</Button>}
                </div>
            </header>
            <Filter fields={fields} placeholder={words.placeholder} shown={shown.length} total={all.rows.length} />
            {all.error !== undefined && all.rows.length === 0 ? <Failed error={all.error} onRetry={all.reload} /> : (
                <Table label={words.title} rows={shown} columns={columns} keyOf={(report) => report.reportId} loading={all.loading} onEnd={all.more}
                    onOpen={(report) => void go(href(reportPage, { reportId: report.reportId }))}
                    empty={filtered ? <Empty title={words.noMatchTitle}><p>{words.noMatchText}</p></Empty> : <Empty title={words.emptyTitle}><p>{words.emptyText}</p></Empty>} />
            )}
        </article>
    );
}
