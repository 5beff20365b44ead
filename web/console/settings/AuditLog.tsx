import { useMemo } from "preact/hooks";
import { at } from "../api/address";
import { usePages } from "../api/cache";
import type { AuditEvent } from "../api/types";
import { UserName } from "../jobs/job_parts";
import { AsCurl } from "../parts/AsCurl";
import { Code, Copy } from "../parts/Copy";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { filterText } from "../parts/filter_text";
import { Skeleton } from "../parts/Skeleton";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { go, href, kBase, type ScreenProps } from "../router";
import { AuditExport } from "./AuditExport";
import { auditQuery, kAuthors, kEntities } from "./audit_filter";
import { auditLog, userList } from "./routes";
import { settings as words } from "./words";

const titleOf = (name: string) => name.charAt(0) + name.slice(1).toLowerCase().replaceAll("_", " ");

function fieldsOf(events: readonly AuditEvent[]): FilterField[] {
    const names = [...new Set(events.map((event) => event.eventName))].sort();
    return [
        { name: "after", title: words.audit.period, single: true, options: Object.entries(words.audit.periods).map(([value, title]) => ({ value, title })) },
        { name: "event", title: words.audit.event, options: names.map((value) => ({ value, title: titleOf(value) })) },
        { name: "entity", title: words.audit.entity, options: kEntities.map((value) => ({ value, title: titleOf(value) })) },
        { name: "author", title: words.audit.author, options: kAuthors.map((value) => ({ value, title: words.audit.authors[value] })) },
        ...[{ name: "before", title: words.audit.period }, { name: "by", title: words.audit.author }, { name: "id", title: words.audit.entityId }].map((field) => ({ ...field, single: true })),
    ];
}

function Author({ event }: { event: AuditEvent }) {
    if (event.authorType === "USER" && event.authorId !== undefined) return <UserName userId={event.authorId} />;
    return <>{words.audit.authors[event.authorType]}</>;
}

const columns: readonly Column<AuditEvent>[] = [
    {
        key: "time", title: words.audit.time, width: "clamp(6rem, 22vw, 15.5rem)",
        cell: (event) => <><span class="wide-only"><Time at={event.eventDate} as="exact" /></span><span class="phone-only"><Time at={event.eventDate} /></span></>,
    },
    { key: "event", title: words.audit.event, width: "2fr", cell: (event) => <Text>{titleOf(event.eventName)}</Text> },
    { key: "author", title: words.audit.author, phone: false, cell: (event) => <Author event={event} /> },
    { key: "entity", title: words.audit.entity, phone: false, cell: (event) => <Text>{titleOf(event.entityType)}</Text> },
];

export default function AuditLog({ params: { eventId } }: ScreenProps<"/settings/audit/{eventId?}">) {
    const [filter] = useFilter(fieldsOf([]));
    const text = filterText(filter);
    const query = useMemo(() => auditQuery(filter, new Date()), [text]);  // "30d" is counted from here on
    const address = at("/audit-api/v201910/audit-events", { ...query, limit: 100 });
    const events = usePages(address);
    const fields = fieldsOf(events.rows);
    const here = location.search;
    const open = events.rows.find((event) => event.id === eventId);
    const absent = events.loading ? <Skeleton /> : <Empty title={words.audit.notHereTitle}><p>{words.audit.notHereText}</p></Empty>;
    return (
        <Split label={words.audit.event} onClose={() => void go(href(auditLog) + here)} detail={eventId === undefined ? null : open ? <Detail event={open} /> : absent} list={
            <article class="screen fill">
                <header class="screen-head">
                    <h1>{words.audit.title}</h1>
                    <div class="buttons"><AuditExport query={query} /><AsCurl request={{ method: "GET", url: address }} /></div>
                </header>
                <Filter fields={fields} placeholder={words.audit.placeholder} {...(events.done && { shown: events.rows.length })} />
                {query.eventDateAfter === undefined && query.eventDateBefore === undefined && <p class="quiet">{words.audit.lastWeek}</p>}
                {events.error !== undefined && events.rows.length === 0 ? <Failed error={events.error} onRetry={events.reload} /> : (
                    <Table label={words.audit.title} rows={events.rows} columns={eventId === undefined ? columns : columns.slice(0, 2)} keyOf={(event) => event.id} loading={events.loading} onEnd={events.more}
                        openKey={eventId} onOpen={(event) => void go(href(auditLog, { eventId: event.id }) + here)} empty={<Empty title={words.audit.emptyTitle}><p>{words.audit.emptyText}</p></Empty>} />
                )}
            </article>} />
    );
}

// The screen of what was changed, if there is one.
function screenOf({ entityType, entityId }: AuditEvent): string | undefined {
    const id = encodeURIComponent(entityId);
    if (entityType === "USER") return href(userList, { userId: entityId });
    if (entityType === "JOB") return `${kBase}/jobs/${id}`;
    if (entityType === "CANDIDATE") return `${kBase}/candidates/${id}`;
    return entityType === "REPORT" ? `${kBase}/reports/${id}` : undefined;
}

function Detail({ event }: { event: AuditEvent }) {
    const context = JSON.stringify(event.context, null, 2);
    const screen = screenOf(event);
    const withFilter = (name: string, value: string) => href(auditLog, {}, { filter: filterText({ terms: [{ name, value }, { name: "after", value: "all" }], words: "" }) });
    return (
        <article>
            <header class="screen-head"><h2><Text>{titleOf(event.eventName)}</Text></h2></header>
            <dl class="facts">
                <div><dt>{words.audit.event}</dt><dd><Code>{event.eventName}</Code></dd></div>
                <div><dt>{words.audit.time}</dt><dd><Time at={event.eventDate} as="exact" /> <Copy text={event.eventDate} /></dd></div>
                <div><dt>{words.audit.author}</dt><dd><Author event={event} />{event.authorId !== undefined && <> <Code>{event.authorId}</Code></>}</dd></div>
                <div><dt>{words.audit.entity}</dt><dd><Text>{titleOf(event.entityType)}</Text> <Code>{event.entityId}</Code></dd></div>
                <div><dt>{words.id}</dt><dd><Code>{event.id}</Code></dd></div>
            </dl>
            <ul class="links">
                {screen !== undefined && <li><a href={screen}>{words.audit.open}</a></li>}
                <li><a href={withFilter("id", event.entityId)}>{words.audit.sameEntity}</a></li>
                {event.authorId !== undefined && <li><a href={withFilter("by", event.authorId)}>{words.audit.sameAuthor}</a></li>}
            </ul>
            <header class="screen-head"><h3>{words.audit.context}</h3><Copy text={context} /></header>
            <pre tabIndex={0}>{context}</pre>
        </article>
    );
}
