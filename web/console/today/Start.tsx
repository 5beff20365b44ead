import { useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource } from "../api/cache";
import type { ApplicationLine } from "../api/types";
import { ApplicationDialogs, openDialog } from "../candidates/ApplicationDialogs";
import { moveApplication, refOfRow } from "../candidates/application_moves";
import { candidateList, candidatePage, newCandidate } from "../candidates/routes";
import { jobList, newJob } from "../jobs/routes";
import { offerList } from "../offers/routes";
import { Empty } from "../parts/Empty";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { parts } from "../parts/words";
import { go, href, useQuery } from "../router";
import { may, me } from "../session";
import { ApplicationPanel } from "./ApplicationPanel";
import { kActive, kMostRows, kPeriods, newAddress, offersAddress, stillThere, waitingAddress } from "./lists";
import { OfferPanel } from "./OfferPanel";
import { today as words } from "./words";

export default function Start() {
    return (
        <article class="screen">
            <header class="screen-head"><h1><Text>{words.welcome(me.value?.firstName ?? "")}</Text></h1></header>
            {may("seeJobs") ? <Work /> : <Empty title={words.forbiddenTitle}><p>{words.forbiddenText}</p></Empty>}
        </article>
    );
}

function Work() {
    const [period, setPeriod] = useQuery("days", "7");
    const days = kPeriods.find((one) => String(one) === period) ?? 7;
    const fresh = useResource(newAddress);
    const waiting = useWaiting(days);
    const offers = useResource(offersAddress);
    const jobs = useResource(at("/jobs", { limit: 1 }));
    const newRows = stillThere(fresh.data?.content ?? [], ["NEW"]);
    const waitingRows = stillThere(waiting.resource.data ?? [], kActive);
    const current = useRowKeys([...newRows, ...waitingRows.filter((row) => !newRows.some((other) => other.id === row.id))]);
    if (jobs.data?.totalFound === 0 && fresh.data?.totalFound === 0) return <FirstRun />;
    return (
        <>
            <div class="today">
                <ApplicationPanel title={words.newApplicants} resource={fresh} rows={newRows} total={fresh.data?.totalFound} url={newAddress} none={words.noNew} all={href(candidateList, undefined, { filter: "status:NEW" })} current={current} />
                <ApplicationPanel title={words.waiting} resource={waiting.resource} rows={waitingRows} total={waiting.total} url={waitingAddress(days, new Date())} none={words.noWaiting} help={words.waitingHelp(days)}
                    {...(waiting.more && { onMore: waiting.more })} current={current}>
                    <div class="segments" role="group" aria-label={words.period}>
                        {kPeriods.map((one) => <button key={one} type="button" aria-pressed={one === days} onClick={() => setPeriod(String(one))}>{words.days(one)}</button>)}
                    </div>
                </ApplicationPanel>
                <OfferPanel resource={offers} url={offersAddress} all={href(offerList)} />
            </div>
            <ApplicationDialogs />
        </>
    );
}

// Those that wait longest; more of them page by page. The rows before are shown while other ones are loaded.
function useWaiting(days: number) {
    const [many, setMany] = useState(false);
    const pages = usePages(waitingAddress(days, new Date(), many ? kMostRows : undefined));
    const shown = useRef<readonly ApplicationLine[]>();
    if (!pages.loading && pages.error === undefined) shown.current = pages.rows;
    const { error, loading, stale, reload, total, done } = pages;
    const more = many ? (done ? undefined : pages.more) : () => setMany(true);
    return { resource: { data: shown.current, error, loading, stale, reload }, total, more };
}

// j and k go through the rows of both lists; the others act on the row.
function useRowKeys(rows: readonly ApplicationLine[]): string | undefined {
    const [place, setPlace] = useState(-1);
    const row = rows[Math.min(place, rows.length - 1)];
    const step = (by: number) => {
        const next = Math.max(0, Math.min(rows.length - 1, place + by));
        setPlace(next);
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-application="${rows[next]?.id}"] a`)?.focus());
    };
    useKeys(parts.thisScreen, { j: { title: words.keys.next, inPalette: false, run: () => step(1) }, k: { title: words.keys.previous, inPalette: false, run: () => step(-1) } }, rows.length > 0);
    useKeys(parts.thisScreen, row === undefined ? {} : {
        o: { title: words.keys.open, run: () => void go(href(candidatePage, { candidateId: row.candidate.id })) },
        ...(may("changeJobs") && {
            v: { title: words.keys.review, run: () => void moveApplication(refOfRow(row), { status: "IN_REVIEW" }) },
            m: { title: words.keys.move, run: () => openDialog("move", refOfRow(row)) },
            r: { title: words.keys.reject, run: () => openDialog("reject", refOfRow(row)) },
        }),
    }, row !== undefined);
    return row?.id;
}

function FirstRun() {
    const { steps } = words;
    return (
        <section class="panel">
            <h2>{words.firstTitle}</h2>
            <p>{words.firstText}</p>
            <ol>
                {may("changeJobs") && <li><a href={href(newJob)}>{steps.job}</a> {steps.jobText}</li>}
                <li><a href={href(jobList)}>{steps.publish}</a> {steps.publishText}</li>
                {may("changeJobs") && <li><a href={href(newCandidate)}>{steps.candidate}</a> {steps.candidateText}</li>}
            </ol>
        </section>
    );
}
