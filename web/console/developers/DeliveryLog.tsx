import { useEffect, useState } from "preact/hooks";
import type { Callback, Subscription } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href } from "../router";
import { Delivery } from "./Delivery";
import { durationText, eventNameOf } from "./deliveries";
import { kSpans, logFilter, matchesDelivery } from "./log_filter";
import { Recover } from "./Recover";
import { webhookPage } from "./routes";
import { TestEvent } from "./TestEvent";
import { useDeliveries } from "./use_deliveries";
import { OutcomeBadge } from "./webhook_parts";
import { developers } from "./words";

const words = developers.log;
const kEnough = 30;      // rows that a filter in the browser shows before it stops to load pages by itself
const kMostLoaded = 500;

function fieldsOf(subscription: Subscription): FilterField[] {
    return [
        { name: "status", title: words.status, options: [{ value: "failed", title: words.failed }, { value: "successful", title: words.successful }] },
        { name: "event", title: words.event, options: subscription.events.map(({ name }) => ({ value: name, title: name })) },
        { name: "period", title: words.period, single: true, options: Object.keys(kSpans).map((value) => ({ value, title: words.periods[value as keyof typeof words.periods] })) },
        { name: "after", title: words.after, single: true },
        { name: "before", title: words.before, single: true },
    ];
}

const columns: readonly Column<Callback>[] = [
    { key: "outcome", title: words.response, width: "7rem", cell: (callback) => <OutcomeBadge callback={callback} /> },
    { key: "event", title: words.event, width: "2fr", cell: (callback) => <bdi title={callback.failureReason}>{eventNameOf(callback)}</bdi> },
    { key: "duration", title: words.duration, width: "5rem", end: true, phone: false, cell: (callback) => durationText(callback.durationMs) },
    { key: "time", title: words.time, width: "15.5rem", phone: false, cell: (callback) => <Time at={callback.timestamp} as="exact" /> },
];

export function DeliveryLog({ subscription, callbackId }: { subscription: Subscription; callbackId: string | undefined }) {
    const subscriptionId = subscription.id;
    const fields = fieldsOf(subscription);
    const [filter] = useFilter(fields);
    const [live, setLive] = useState(true);
    const [dialog, setDialog] = useState<"test" | "recover">();
    const wanted = logFilter(filter, new Date());
    const { rows, pages, url } = useDeliveries(subscriptionId, wanted, live);
    const shown = rows.filter((row) => matchesDelivery(row, filter));
    const narrowed = shown.length < rows.length;
    useEffect(() => {
        if (narrowed && shown.length < kEnough && rows.length < kMostLoaded && !pages.done && !pages.loading) pages.more();
    }, [rows.length, shown.length, narrowed]);
    const here = location.search;
    const open = (callback: Callback) => void go(href(webhookPage, { subscriptionId, callbackId: callback.id }) + here);
    const close = () => void go(href(webhookPage, { subscriptionId }) + here);
    useKeys(parts.thisScreen, {
        t: { title: developers.test.title, run: () => setDialog("test") },
        l: { title: words.tail, run: () => setLive(!live) },
        "Shift+r": { title: developers.recover.title, run: () => setDialog("recover") },
    });
    const canTail = wanted.before === undefined;
    const list = (
        <section class="screen fill">
            <div class="buttons">
                <Button small disabled={!canTail} onClick={() => setLive(!live)} keys="l" title={live ? words.tailOn : words.tailOff}>
                    <span class={live && canTail ? "live-dot on" : "live-dot"} aria-hidden="true" />{words.tail}: {live && canTail ? developers.on : developers.off}
                </Button>
                <Button small keys="t" onClick={() => setDialog("test")}>{developers.test.title}</Button>
                <Button small keys="Shift+r" onClick={() => setDialog("recover")}>{developers.recover.title}</Button>
                <AsCurl request={{ method: "GET", url }} />
            </div>
            <Filter fields={fields} placeholder={words.placeholder} shown={shown.length} total={rows.length} />
            {pages.error !== undefined && rows.length === 0 ? <Failed error={pages.error} onRetry={pages.reload} /> : (
                <Table label={words.title} rows={shown} columns={callbackId === undefined ? columns : columns.filter((column) => column.key !== "time" && column.key !== "duration")}
                    keyOf={(callback) => callback.id} loading={pages.loading} onEnd={pages.more} openKey={callbackId} onOpen={open} rowHeight={36}
                    empty={<NoDeliveries filtered={filter.terms.length > 0 || filter.words !== ""} onTest={() => setDialog("test")} />} />
            )}
            {narrowed && !pages.done && rows.length >= kMostLoaded && <Button small onClick={pages.more}>{developers.more}</Button>}
        </section>
    );
    return (
        <>
            <Split label={words.delivery} onClose={close} list={list}
                detail={callbackId === undefined ? null : <Delivery key={callbackId} subscription={subscription} callbackId={callbackId} rows={rows} loading={pages.loading} />} />
            {dialog === "test" && <TestEvent subscription={subscription} onClose={() => setDialog(undefined)} />}
            {dialog === "recover" && <Recover subscription={subscription} onClose={() => setDialog(undefined)} />}
        </>
    );
}

function NoDeliveries({ filtered, onTest }: { filtered: boolean; onTest: () => void }) {
    if (filtered) return <Empty title={words.noMatchTitle}><p>{words.noMatchText}</p></Empty>;
    return <Empty title={words.emptyTitle}><p>{words.emptyText}</p><Button onClick={onTest}>{developers.test.title}</Button></Empty>;
}
