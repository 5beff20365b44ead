// A change of many things, at the pace of the server: a few at a time, waiting as Retry-After says.
import { signal } from "@preact/signals";
import type { SendOptions } from "../api/client";
import { requestIdOf } from "../api/errors";
import { toast } from "./Toast";
import { parts as words } from "./words";

export interface BulkJob<Item> {
    readonly title: string;  // "Rejecting 40 candidates"
    readonly items: readonly Item[];
    readonly run: (item: Item, options: SendOptions) => Promise<unknown>;
    readonly undo?: (done: readonly Item[]) => void;
}

export interface BulkResult<Item> {
    readonly done: readonly Item[];
    readonly failed: readonly { readonly item: Item; readonly error: Error }[];
    readonly stopped: boolean;
}

export interface BulkState {
    readonly title: string;
    readonly done: number;
    readonly failed: number;
    readonly total: number;
    readonly waiting: number | undefined;  // seconds
    readonly stop: () => void;
}

export const bulkJobs = signal<readonly BulkState[]>([]);
const kConcurrency = 4;

export async function runBulk<Item>({ title, items, run, undo }: BulkJob<Item>): Promise<BulkResult<Item>> {
    const stopper = new AbortController();
    const done: Item[] = [];
    const failed: { item: Item; error: Error }[] = [];
    let shown: BulkState = { title, done: 0, failed: 0, total: items.length, waiting: undefined, stop: () => stopper.abort() };
    bulkJobs.value = [...bulkJobs.peek(), shown];
    const show = (change: Partial<BulkState>) => {
        const next = { ...shown, ...change };
        bulkJobs.value = bulkJobs.peek().map((one) => (one === shown ? next : one));
        shown = next;
    };
    let position = 0;
    const worker = async () => {
        while (position < items.length && !stopper.signal.aborted) {
            const item = items[position++] as Item;
            let waited = false;
            const onWait = (seconds: number) => {
                waited = true;
                show({ waiting: seconds });
            };
            try {
                await run(item, { signal: stopper.signal, onWait });
                done.push(item);
            } catch (error) {
                if (!stopper.signal.aborted) failed.push({ item, error: error as Error });
            }
            show({ done: done.length, failed: failed.length, waiting: waited ? undefined : shown.waiting });
        }
    };
    await Promise.all(Array.from({ length: Math.min(kConcurrency, items.length) }, worker));
    bulkJobs.value = bulkJobs.peek().filter((one) => one !== shown);
    report(title, { done, failed, stopped: stopper.signal.aborted }, items.length, undo);
    return { done, failed, stopped: stopper.signal.aborted };
}

function report<Item>(title: string, { done, failed, stopped }: BulkResult<Item>, total: number, undo: BulkJob<Item>["undo"]): void {
    const first = failed[0]?.error.message;
    const outcome = stopped ? words.stopped(done.length, total) : words.finished(done.length);
    const text = `${title}: ${outcome}${failed.length > 0 ? `, ${words.failures(failed.length)} (${first})` : ""}`;
    toast(text, { ...(failed.length > 0 && { kind: "failed" as const, requestId: requestIdOf(failed[0]?.error) }), ...(undo && done.length > 0 && { undo: () => undo(done) }) });
}
