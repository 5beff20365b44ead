import { useEffect, useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource, useResources } from "../api/cache";
import type { JobStatusName, JobSummary, PostingStatus } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { valuesOf } from "../parts/filter_text";
import { useKeys } from "../parts/Shortcuts";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href, query, useQuery } from "../router";
import { may, me } from "../session";
import { JobStatusBadge, kJobStatuses, PostingBadge } from "./job_parts";
import { jobPage, newJob, pipeline } from "./routes";
import { jobs as words } from "./words";

const kPostings: readonly PostingStatus[] = ["PUBLIC", "INTERNAL", "NOT_PUBLISHED"];
const kTypingPause = 120;  // ms
const kMe = "me";

// The value once it has not changed for a while.
function useSettled(value: string): string {
    const [settled, setSettled] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(value), kTypingPause);
        return () => clearTimeout(timer);
    }, [value]);
    return settled;
}

function useCount(values: { statuses?: JobStatusName[]; postingStatus?: PostingStatus; hiringTeamMemberId?: string[] }): number | undefined {
    return useResource(at("/jobs", { ...values, limit: 1 })).data?.totalFound;
}

const kMostProperties = 20;
const kMostValues = 100;  // of a property in the menu; others can be typed

// One filter for all lists of the company: property:PROPERTY_ID:VALUE_ID
function usePropertyField(): FilterField[] {
    const properties = (useResource(at("/configuration/job-properties")).data?.content ?? []).filter((property) => property.type === "SINGLE_SELECT" && property.active).slice(0, kMostProperties);
    const values = useResources(properties.map(({ id }) => at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: id, pageSize: kMostValues })));
    if (properties.length === 0) return [];
    return [{
        name: "property", title: words.list.property,
        options: properties.flatMap((property, index) => (values[index]?.data?.content ?? []).filter((value) => !value.archived).map((value) => ({ value: `${property.id}:${value.id}`, title: `${property.label}: ${value.label}` }))),
    }];
}

function useFields(): FilterField[] {
    const ofProperties = usePropertyField();
    const departments = useResource(at("/configuration/departments"));
    const byStatus = kJobStatuses.map((status) => useCount({ statuses: [status] }));  // the list never changes
    const byPosting = kPostings.map((postingStatus) => useCount({ postingStatus }));
    const mine = useCount({ hiringTeamMemberId: [me.value?.id ?? ""] });
    return [
        { name: "status", title: words.list.status, options: kJobStatuses.map((value, index) => ({ value, title: words.jobStatus[value], count: byStatus[index] })) },
        { name: "posting", title: words.list.posting, single: true, options: kPostings.map((value, index) => ({ value, title: words.posting[value], count: byPosting[index] })) },
        { name: "department", title: words.list.department, options: (departments.data?.content ?? []).map(({ label }) => ({ value: label, title: label })) },
        { name: "team", title: words.list.team, options: [{ value: kMe, title: words.list.mine, count: mine }] },
        ...ofProperties,
        { name: "city", title: words.list.location },
        { name: "language", title: words.list.language, single: true },
    ];
}

function useAddress(fields: readonly FilterField[], oldestFirst: boolean) {
    const [filter] = useFilter(fields);
    const q = useSettled(filter.words);
    const known = <T extends string>(name: string, all: readonly T[]) => valuesOf(filter, name).map((value) => value.toUpperCase()).filter((value): value is T => all.includes(value as T));
    return at("/jobs", {
        q, limit: 100, sort: oldestFirst ? "job_id" : undefined,
        statuses: known("status", kJobStatuses), postingStatus: known("posting", kPostings)[0],
        department: valuesOf(filter, "department"), city: valuesOf(filter, "city"), property: valuesOf(filter, "property"), language: valuesOf(filter, "language")[0],
        hiringTeamMemberId: valuesOf(filter, "team").map((value) => (value === kMe ? (me.value?.id ?? "") : value)),
    });
}

const columns: readonly Column<JobSummary>[] = [
    {
        key: "title", title: words.list.job, width: "3fr",
        cell: (job) => <span><a href={href(jobPage, { jobId: job.id })}><Text>{job.title}</Text></a> <small class="quiet"><Text>{job.refNumber}</Text></small></span>,
    },
    { key: "status", title: words.list.status, cell: (job) => <JobStatusBadge status={job.status} /> },
    { key: "posting", title: words.list.posting, phone: false, cell: (job) => <PostingBadge posting={job.postingStatus} /> },
    { key: "department", title: words.list.department, phone: false, cell: (job) => <Text>{job.department?.label}</Text> },
    { key: "location", title: words.list.location, phone: false, cell: (job) => <Text>{job.location.city}</Text> },
    { key: "activity", title: words.list.activity, phone: false, cell: (job) => <Time at={job.lastActivityOn} /> },
    { key: "created", title: words.list.created, phone: false, sort: true, cell: (job) => <Time at={job.createdOn} /> },
    { key: "pipeline", title: words.list.pipeline, width: "6rem", end: true, cell: (job) => <a href={href(pipeline, { jobId: job.id })}>{words.list.pipeline}</a> },
];

export default function Jobs() {
    const fields = useFields();
    const [order, setOrder] = useQuery("sort", "newest");
    const address = useAddress(fields, order === "oldest");
    const pages = usePages(address);
    const shown = useRef<readonly JobSummary[]>([]);  // the rows before, while other ones are loaded
    if (!pages.loading) shown.current = pages.rows;
    const create = () => void go(href(newJob));
    useKeys(parts.thisScreen, { c: { title: words.create, run: create } }, may("changeJobs"));
    return (
        <article class="screen fill">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons">
                    <AsCurl request={{ method: "GET", url: address }} />
                    {may("changeJobs") && <Button kind="primary" keys="c" onClick={create}>{words.create}</Button>}
                </div>
            </header>
            <Filter fields={fields} placeholder={words.list.placeholder} {...(pages.total !== undefined && { shown: pages.total })} />
            {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                <Table label={words.title} rows={shown.current} columns={columns} keyOf={(job) => job.id} total={pages.total}
                    onOpen={(job) => void go(href(jobPage, { jobId: job.id }))} loading={pages.loading} onEnd={pages.more}
                    sort={{ key: "created", descending: order !== "oldest" }} onSort={() => setOrder(order === "oldest" ? "newest" : "oldest")}
                    empty={<NoJobs />} />
            )}
        </article>
    );
}

function NoJobs() {
    if (query.value.get("filter")) return <Empty title={words.list.noMatchTitle}><p>{words.list.noMatchText}</p></Empty>;
    return (
        <Empty title={words.list.emptyTitle}>
            <p>{words.list.emptyText}</p>
            {may("changeJobs") && <Button kind="primary" href={href(newJob)}>{words.create}</Button>}
        </Empty>
    );
}
