// The callback log of a subscription: pages of the past, and a live tail of what was sent since.
import { useEffect, useRef } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource, type Pages } from "../api/cache";
import { onLiveEvent } from "../api/events";
import type { Callback, CallbackStatus } from "../api/types";
import { announce } from "../parts/LiveRegion";
import { withNewer } from "./deliveries";
import { developers } from "./words";

const kPage = 100;
const kEvery = 2_000;      // ms between looks at the log
const kAfterEvent = 700;   // ms; an event of the company is usually delivered by then

export interface LogFilter {
    readonly status: CallbackStatus | undefined;
    readonly after: string | undefined;
    readonly before: string | undefined;
}

export interface Deliveries {
    readonly rows: readonly Callback[];
    readonly pages: Pages<Callback>;
    readonly url: string;
}

// Calls `look` regularly while the page is visible, and soon after each event of the company.
function useLooks(on: boolean, look: () => void): void {
    const current = useRef(look);
    current.current = look;
    useEffect(() => {
        if (!on) return undefined;
        const visible = () => { if (!document.hidden) current.current(); };
        const timer = setInterval(visible, kEvery);
        let soon: ReturnType<typeof setTimeout> | undefined;
        const stop = onLiveEvent(() => { soon ??= setTimeout(() => { soon = undefined; visible(); }, kAfterEvent); });
        return () => {
            clearInterval(timer);
            clearTimeout(soon);
            stop();
        };
    }, [on]);
}

export function useDeliveries(subscriptionId: string, { status, after, before }: LogFilter, live: boolean): Deliveries {
    const log = "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks-log";
    const url = at(log, { subscriptionId, limit: kPage, callbackStatus: status, after, before });
    const pages = usePages(url);
    // By the clock of the server: the newest callback when the list was loaded.
    const since = useRef<{ url: string; time: string | undefined }>();
    if (!pages.loading && since.current?.url !== url) since.current = { url, time: pages.rows[0]?.timestamp ?? after };
    const ready = since.current?.url === url && before === undefined;
    const tail = useResource(ready ? at(log, { subscriptionId, limit: kPage, callbackStatus: status, after: since.current?.time }) : null, { keep: true });
    const newer = ready ? (tail.data ?? []) : [];
    useLooks(live && ready, tail.reload);
    useEffect(() => {  // more than one page arrived: begin again with what is newest
        if (newer.length < kPage || since.current === undefined) return;
        since.current = { url, time: newer[0]?.timestamp };
        pages.reload();
    }, [newer.length]);
    const rows = withNewer(newer, pages.rows);
    const count = useRef(0);
    useEffect(() => {
        const added = newer.filter((row) => !pages.rows.some((one) => one.id === row.id)).length;
        if (added > count.current) announce(developers.log.arrived(added - count.current));
        count.current = added;
    }, [newer.length, pages.rows.length]);
    return { rows, pages, url };
}
