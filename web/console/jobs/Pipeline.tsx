import { useEffect, useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { JobDetails } from "../api/types";
import { candidatePage } from "../candidates/routes";
import { AsCurl } from "../parts/AsCurl";
import { Board, type Lane } from "../parts/Board";
import { focusedCard } from "../parts/BoardColumn";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter } from "../parts/Filter";
import { filterText } from "../parts/filter_text";
import { RequestId } from "../parts/RequestId";
import { useKeys } from "../parts/Shortcuts";
import { Pending, Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { parts } from "../parts/words";
import { go, href, useQuery, type ScreenProps } from "../router";
import { may } from "../session";
import { ApplicationCard, nameOf } from "./ApplicationCard";
import { JobStatusBadge, useJobCrumbs } from "./job_parts";
import { cardsBetween, type Card, type Columns, type Order } from "./pipeline_columns";
import { filterColumns, filterFields, openColumns, type FilteredPipeline } from "./pipeline_filter";
import type { PipelineModel } from "./pipeline_model";
import { columnTitle, moveCards, moveRequest, whoIs } from "./pipeline_moves";
import { ReasonDialog } from "./ReasonDialog";
import { jobPage } from "./routes";
import { SelectionBar } from "./SelectionBar";
import { usePipeline } from "./use_pipeline";
import { jobs as words } from "./words";

const kCardHeight = 64;
const none: ReadonlySet<string> = new Set();

interface Question {
    readonly status: "REJECTED" | "WITHDRAWN";
    readonly cards: readonly Card[];
}

export default function Pipeline({ params: { jobId } }: ScreenProps<"/jobs/{jobId}/pipeline">) {
    const job = useResource(at("/jobs/{jobId}", { jobId }));
    const [order, setOrder] = useQuery("order", "newestMove");
    const [closed, setClosed] = useQuery("closed");
    const model = usePipeline(jobId, order === "oldestMove" ? "oldestMove" : "newestMove");
    useJobCrumbs(job.data, words.pipeline.title);
    const closedTitle = closed ? words.pipeline.hideClosed : words.pipeline.showClosed;
    const toggleClosed = () => setClosed(closed ? "" : "1");
    useKeys(words.pipeline.title, { "Shift+r": { title: closedTitle, run: toggleClosed } });
    const columns = model.columns.value;
    const [filter] = useFilter(filterFields(columns));
    const open = closed === "" ? openColumns(columns, filter) : columns;
    const fields = filterFields(open);
    const filtered = filterColumns(open, filter);
    const total = columns.reduce((sum, column) => sum + column.count, 0);
    const failure = job.data === undefined ? job.error ?? model.error.value : model.error.value;
    if (failure !== undefined && !model.ready.value) return <Failed error={failure} onRetry={() => { job.reload(); void model.start(); }} />;
    return (
        <article class="screen fill">
            <header class="screen-head">
                <h1>{job.data ? <a href={href(jobPage, { jobId })}><Text>{job.data.title}</Text></a> : <Pending />}</h1>
                {job.data && <JobStatusBadge status={job.data.status} />}
                {model.ready.value && <span class="quiet number">{words.pipeline.applicants(total)}</span>}
                <label class="beside quiet"><span class="unseen">{words.pipeline.order}</span>
                    <select value={model.order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
                        <option value="newestMove">{words.pipeline.newest}</option>
                        <option value="oldestMove">{words.pipeline.oldest}</option>
                    </select>
                </label>
                <Button small keys="Shift+r" onClick={toggleClosed}>{closedTitle}</Button>
                <AsCurl request={{ method: "GET", url: at("/jobs/{jobId}/pipeline", { jobId }) }} />
            </header>
            {failure !== undefined && <p class="notice bad" role="alert">{words.pipeline.loadFailed} {failure.message} <button type="button" class="link" onClick={() => void model.reload()}>{parts.retry}</button><RequestId error={failure} /></p>}
            {!model.ready.value ? <Skeleton lines={8} /> : total === 0 ? <NoApplicants job={job.data} /> : (
                <>
                    <Filter fields={fields} placeholder={words.pipeline.filter} {...(filtered.active && { shown: filtered.matching, total: filtered.searched })} />
                    {filtered.missing > 0 && <Missing model={model} filtered={filtered} />}
                    <PipelineBoard key={filterText(filter)} model={model} filtered={filtered} />
                </>
            )}
        </article>
    );
}

function NoApplicants({ job }: { job: JobDetails | undefined }) {
    const published = job !== undefined && job.postingStatus !== "NOT_PUBLISHED";
    return (
        <Empty title={words.pipeline.emptyTitle}>
            <p>{published ? words.pipeline.emptyPublished : words.pipeline.emptyUnpublished}</p>
            {job && !published && may("changeJobs") && <Button kind="primary" href={href(jobPage, { jobId: job.id }, { tab: "publication" })}>{words.pipeline.publish}</Button>}
        </Empty>
    );
}

// The filter looks at loaded cards only: says how many it has not seen, and loads them.
function Missing({ model, filtered }: { model: PipelineModel; filtered: FilteredPipeline }) {
    const [stop, setStop] = useState<AbortController>();
    useEffect(() => () => stop?.abort(), [stop]);
    const load = () => {
        const controller = new AbortController();
        setStop(controller);
        const keys = filtered.columns.filter((column) => !column.excluded).map((column) => column.key);
        void model.loadAll(keys, controller.signal).finally(() => setStop(undefined));
    };
    return <p class="quiet" role="status">{words.pipeline.missing(filtered.missing)} <Button small busy={stop !== undefined} onClick={load}>{stop ? words.pipeline.loadingAll : words.pipeline.loadAll}</Button></p>;
}

// x toggles one card, shift selects from the last one to this one.
function useSelection(columns: Columns) {
    const [selection, setSelection] = useState(none);
    const anchor = useRef<string>();
    const shift = useRef(false);
    const extend = (target: string) => setSelection((before) => new Set([...before, ...cardsBetween(columns, anchor.current, target)]));
    const change = (next: ReadonlySet<string>) => {
        const added = [...next].find((id) => !selection.has(id));
        if (shift.current && added !== undefined && anchor.current !== undefined) extend(added);
        else setSelection(next);
        if (added !== undefined) anchor.current = added;
    };
    return { selection, change, extend, clear: () => setSelection(none), onPointer: (event: MouseEvent) => { shift.current = event.shiftKey; } };
}

function PipelineBoard({ model, filtered: { columns, byCard } }: { model: PipelineModel; filtered: FilteredPipeline }) {
    const [question, setQuestion] = useState<Question>();
    const { selection, change, extend, clear, onPointer } = useSelection(columns);
    const box = useRef<HTMLDivElement>(null);
    const mayMove = may("changeJobs");
    useEffect(() => {  // the first page of each column that is shown
        for (const column of columns) if (column.next === undefined && column.count > 0) void model.loadMore(column.key);
    }, [model, columns.map((column) => `${column.key} ${column.next === undefined && column.count > 0}`).join()]);

    const keepFocus = () => requestAnimationFrame(() => requestAnimationFrame(() => {
        if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>(".card[tabindex='0']")?.focus({ preventScroll: true });
    }));
    const move = (cards: readonly Card[], key: string) => {
        const column = model.find(key);
        if (column === undefined) return;
        if (column.status === "REJECTED" || column.status === "WITHDRAWN") setQuestion({ status: column.status, cards });
        else {
            clear();
            void moveCards(model, cards, { status: column.status, subStatus: column.subStatus });
            keepFocus();
        }
    };
    const close = (reason: string | undefined) => {
        if (question === undefined) return;
        setQuestion(undefined);
        clear();
        void moveCards(model, question.cards, { status: question.status, reason });
        keepFocus();
    };
    // What a key acts on: the selection if the focused card is in it, otherwise that card.
    const chosen = (element: Element | null): Card[] => {
        const focused = focusedCard(element);
        return model.cardsOf(focused === undefined || selection.has(focused) ? selection : new Set([focused]));
    };
    const inPalette = (element: Element | null) => chosen(element).length > 0;
    const ask = (status: Question["status"], cards = chosen(document.activeElement)) => { if (cards.length > 0) setQuestion({ status, cards }); };
    useKeys(words.pipeline.title, {
        r: { title: words.pipeline.keyReject, inPalette, run: () => ask("REJECTED") },
        w: { title: words.pipeline.keyWithdraw, inPalette, run: () => ask("WITHDRAWN") },
        "Shift+x": { title: words.pipeline.range, inPalette: (element) => focusedCard(element) !== undefined, run: () => { const focused = focusedCard(document.activeElement); if (focused !== undefined) extend(focused); } },
    }, mayMove);
    useKeys(words.pipeline.title, { Escape: { title: words.pipeline.keyClear, run: clear } }, selection.size > 0);

    const lanes = columns.map((column): Lane<Card> => ({
        key: column.key, title: columnTitle(column), short: column.subStatus, tone: column.status.toLowerCase(), count: column.shown, cards: column.cards,
        loading: !column.excluded && (model.loading.value.has(column.key) || (column.next === undefined && column.count > 0)),
        ...(!byCard && { more: () => void model.loadMore(column.key) }), accepts: column.status !== "TRANSFERRED",
        empty: <p class="quiet empty-lane">{byCard || column.excluded ? words.pipeline.noMatch : words.pipeline.empty}</p>,
    }));
    return (
        <div class="pipeline" ref={box} onClickCapture={onPointer}>
            {selection.size > 0 && <SelectionBar model={model} selection={selection} lanes={lanes} onMove={move} onAsk={(status, cards) => ask(status, [...cards])} onClear={clear} />}
            <Board label={words.pipeline.title} lanes={lanes} keyOf={(card) => card.id} titleOf={nameOf} cardHeight={kCardHeight}
                render={(card) => <ApplicationCard card={card} />} onOpen={(card) => void go(href(candidatePage, { candidateId: card.candidate.id }))}
                {...(mayMove && { onMove: move, requestOf: (cards: readonly Card[], key: string) => moveRequest(model, cards, key), selection, onSelect: change })} />
            <p class="quiet wide-only hints">{words.pipeline.hints.map(([keys, title]) => <span key={title}>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)} {title}</span>)}</p>
            {question && <ReasonDialog status={question.status} cards={question.cards} who={whoIs(question.cards)} onChoose={close} onClose={() => setQuestion(undefined)} />}
        </div>
    );
}
