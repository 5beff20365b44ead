import type { ComponentChildren } from "preact";
import type { Resource } from "../api/cache";
import type { ApplicationLine } from "../api/types";
import { openDialog } from "../candidates/ApplicationDialogs";
import { moveApplication, refOfRow } from "../candidates/application_moves";
import { nameOf } from "../candidates/candidate_change";
import { MoveMenu, StatusBadge } from "../candidates/candidate_parts";
import { candidatePage } from "../candidates/routes";
import { pipeline } from "../jobs/routes";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { href } from "../router";
import { may } from "../session";
import { today as words } from "./words";

export interface ApplicationPanelProps {
    readonly title: string;
    readonly resource: Resource<unknown>;
    readonly rows: readonly ApplicationLine[];
    readonly total: number | undefined;
    readonly url: string;
    readonly none: string;
    readonly help?: string;
    readonly all?: string;                 // where all of them are
    readonly onMore?: () => void;          // or: shows more of them here
    readonly current: string | undefined;  // id of the row that keys act on
    readonly children?: ComponentChildren;
}

export function ApplicationPanel({ title, resource, rows, total, url, none, help, all, onMore, current, children }: ApplicationPanelProps) {
    return (
        <section class="panel" aria-label={title}>
            <header class="screen-head"><h2 title={help}>{title} {total !== undefined && <span class="count">{total}</span>}</h2>{children}<AsCurl request={{ method: "GET", url }} /></header>
            <Loaded resource={resource} lines={5}>
                {() => (rows.length === 0 ? <p class="quiet">{none}</p> : (
                    <>
                        <ul class="lines">{rows.map((row) => <Row key={row.id} row={row} current={row.id === current} />)}</ul>
                        {total !== undefined && total > rows.length && (onMore ?? all) !== undefined && (
                            <p class="more">{onMore ? <button type="button" class="link" onClick={onMore}>{words.more} ({total - rows.length})</button> : <a href={all}>{words.all} ({total})</a>}</p>
                        )}
                    </>
                ))}
            </Loaded>
        </section>
    );
}

function Row({ row, current }: { row: ApplicationLine; current: boolean }) {
    const application = refOfRow(row);
    return (
        <li class="line" data-application={row.id} aria-current={current || undefined}>
            <Avatar firstName={row.candidate.firstName} lastName={row.candidate.lastName} />
            <a class="line-name" href={href(candidatePage, { candidateId: row.candidate.id })}><Text>{nameOf(row.candidate)}</Text></a>
            <a class="line-job quiet" href={href(pipeline, { jobId: row.job.id })}><Text>{row.job.title}</Text></a>
            {row.status === "NEW" ? <span class="line-note quiet"><Text>{row.source}</Text></span> : <span class="line-note"><StatusBadge status={row.status} subStatus={row.subStatus} /></span>}
            <span class="line-time quiet"><Time at={row.movedOn} as="age" /></span>
            {may("changeJobs") && (
                <div class="line-actions">
                    {row.status === "NEW" && <Button small {...(current && { keys: "v" })} onClick={() => void moveApplication(application, { status: "IN_REVIEW" })}>{words.review}</Button>}
                    <MoveMenu application={application} keys={current ? "m" : undefined} />
                    <Button small {...(current && { keys: "r" })} onClick={() => openDialog("reject", application)}>{words.reject}</Button>
                </div>
            )}
        </li>
    );
}
