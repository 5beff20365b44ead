import { useRef, useState } from "preact/hooks";
import { at, type Address } from "../api/address";
import { entryOf, usePages, useResource } from "../api/cache";
import type { ApplicationStatus, Candidate } from "../api/types";
import { jobs } from "../jobs/words";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href, query, type ScreenProps } from "../router";
import { may } from "../session";
import { BulkActions } from "./BulkActions";
import { candidateQuery, kConsents, kStatuses } from "./candidate_filter";
import { nameOf } from "./candidate_change";
import { ConsentBadge, StatusBadge } from "./candidate_parts";
import { useLatest } from "./latest";
import { jobPicker, sourcePicker } from "./pickers";
import { CandidateProfile } from "./Profile";
import { candidateList, newCandidate } from "./routes";
import { candidates as words } from "./words";

const kRatings = [5, 4, 3, 2, 1];
const kPages = 50;  // rows; enough for two windows
const ages = [{ value: "24h", title: words.list.day }, { value: "7d", title: words.list.week }, { value: "30d", title: words.list.month }, { value: "90d", title: words.list.quarter }];

// Counts come after the list: they must not delay what was searched for.
function useCount(status: ApplicationStatus, ready: boolean): number | undefined {
    return useResource(ready ? at("/applications", { status: [status], limit: 1 }) : null).data?.totalFound;
}

function useFields(ready: boolean): FilterField[] {
    const counts = kStatuses.map((status) => useCount(status, ready));  // the list never changes
    return [
        { name: "status", title: words.list.status, options: kStatuses.map((value, index) => ({ value, title: jobs.applicationStatus[value], count: counts[index] })) },
        { name: "job", title: words.list.job, picker: jobPicker },
        { name: "source", title: words.list.source, picker: sourcePicker },
        { name: "consent", title: words.list.consent, options: kConsents.map((value) => ({ value, title: words.consent.status[value] })) },
        { name: "updated", title: words.list.updated, options: ages, single: true },
        { name: "rating", title: words.list.rating, options: kRatings.map((stars) => ({ value: String(stars), title: words.list.stars(stars) })) },
        { name: "tag", title: words.list.tag },
        { name: "location", title: words.list.location },
    ];
}

function isLoading(address: Address): boolean {
    const { data, error } = entryOf(address).state.value;
    return data === undefined && error === undefined;
}

const columns: readonly Column<Candidate>[] = [
    { key: "name", title: words.list.name, width: "2fr", cell: (one) => <span title={nameOf(one)}><Text>{nameOf(one)}</Text> <small class="quiet wide-only"><Text>{one.email}</Text></small></span> },
    {
        key: "job", title: words.list.job, width: "2fr", phone: false,
        cell: ({ primaryAssignment: primary, secondaryAssignments: others }) => (
            <span>{primary ? <Text>{primary.job.title}</Text> : <span class="quiet">{words.list.pool}</span>} {others.length > 0 && <small class="quiet">{words.list.others(others.length)}</small>}</span>
        ),
    },
    { key: "status", title: words.list.status, width: "9rem", cell: ({ primaryAssignment: primary }) => primary && <StatusBadge status={primary.status} /> },
    { key: "location", title: words.list.location, phone: false, cell: (one) => <Text>{one.location?.city ?? one.location?.region}</Text> },
    { key: "tags", title: words.list.tags, phone: false, cell: (one) => <Text>{one.tags.join(", ")}</Text> },
    { key: "consent", title: words.list.consent, width: "9rem", phone: false, cell: (one) => <ConsentBadge status={one.consent.status} /> },
    { key: "updated", title: words.list.updated, width: "7rem", phone: false, cell: (one) => <Time at={one.updatedOn} /> },
];
const besideDetail = columns.filter(({ key }) => key === "name" || key === "status");

export default function Candidates({ params: { candidateId } }: ScreenProps<"/candidates/{candidateId?}">) {
    const seen = useRef(false);
    const fields = useFields(seen.current);
    const [filter] = useFilter(fields);
    const wanted = at("/candidates", { ...candidateQuery(filter, new Date()), limit: kPages });
    const address = useLatest(wanted, isLoading);
    const pages = usePages<"/candidates">(address);
    const shown = useRef<readonly Candidate[]>([]);  // the rows before, while other ones are loaded
    if (!pages.loading) {
        shown.current = pages.rows;
        seen.current = true;
    }
    const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
    const here = query.value.size > 0 ? `?${query.value}` : "";
    const create = () => void go(href(newCandidate));
    useKeys(parts.thisScreen, { c: { title: words.keys.add, run: create } }, may("changeJobs"));
    const chosen = shown.current.filter((one) => selection.has(one.id));
    return (
        <Split label={words.one} onClose={() => void go(href(candidateList) + here)}
            detail={candidateId === undefined ? null : <CandidateProfile key={candidateId} candidateId={candidateId} beside />}
            list={
                <article class="screen fill">
                    <header class="screen-head">
                        <h1>{words.title}</h1>
                        <div class="buttons">
                            <AsCurl request={{ method: "GET", url: wanted }} />
                            {may("changeJobs") && <Button kind="primary" keys="c" onClick={create}>{words.add}</Button>}
                        </div>
                    </header>
                    <Filter fields={fields} placeholder={words.list.placeholder} {...(pages.total !== undefined && { shown: pages.total })} />
                    {chosen.length > 0 && <BulkActions chosen={chosen} onClear={() => setSelection(new Set())} />}
                    {pages.error !== undefined && pages.rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                        <Table label={words.title} rows={shown.current} columns={candidateId === undefined ? columns : besideDetail} keyOf={(one) => one.id} total={pages.total}
                            openKey={candidateId} onOpen={(one) => void go(href(candidateList, { candidateId: one.id }) + here)} loading={pages.loading} onEnd={pages.more}
                            {...(may("changeJobs") && { selection, onSelect: setSelection })} empty={<NoCandidates />} />
                    )}
                </article>} />
    );
}

function NoCandidates() {
    if (query.value.get("filter")) return <Empty title={words.list.noMatchTitle}><p>{words.list.noMatchText}</p></Empty>;
    return (
        <Empty title={words.list.emptyTitle}>
            <p>{words.list.emptyText}</p>
            {may("changeJobs") && <Button kind="primary" href={href(newCandidate)}>{words.add}</Button>}
        </Empty>
    );
}
