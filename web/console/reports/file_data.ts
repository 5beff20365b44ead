// The rows of a report file: the beginning of the CSV, as far as a browser shows it well.
import { useEffect, useState } from "preact/hooks";
import { at } from "../api/address";
import type { Resource } from "../api/cache";
import { call } from "../api/client";
import { parseCsv, type CsvTable } from "./csv";

const kMostBytes = 8 * 1024 * 1024;
const kMostRows = 100_000;
const kKept = 4;  // files in memory: they do not change, and a download is counted and limited

export interface FileData extends CsvTable {
    readonly bytes: number;  // of the whole file
}

const kept = new Map<string, Promise<FileData>>();
let lastDownload = -Infinity;
const kInterval = 1_100;  // ms; the server sends report data once a second

// A click on a link to report data: waits for the limit, because links do not try again as call() does.
export function followAtPace(event: MouseEvent & { readonly currentTarget: HTMLAnchorElement }): void {
    const link = event.currentTarget;
    const wait = lastDownload + kInterval - performance.now();
    if (wait <= 0) {
        lastDownload = performance.now();
        return;
    }
    event.preventDefault();
    setTimeout(() => link.click(), wait);
}

async function load(reportFileId: string): Promise<FileData> {
    const headers = { Accept: "text/csv", Range: `bytes=0-${kMostBytes - 1}` };
    const loaded = await call("GET", at("/reporting-api/v201804/files/{reportFileId}/data", { reportFileId }), undefined, { headers });
    lastDownload = performance.now();
    const blob = loaded.data instanceof Blob ? loaded.data : new Blob();
    const bytes = Number(/\/(\d+)$/.exec(loaded.headers.get("Content-Range") ?? "")?.[1] ?? blob.size);
    return { ...parseCsv(await blob.text(), { mostRows: kMostRows, cut: bytes > blob.size }), bytes };
}

function fileData(reportFileId: string): Promise<FileData> {
    let found = kept.get(reportFileId);
    if (found === undefined) {
        found = load(reportFileId);
        kept.set(reportFileId, found);
        found.catch(() => kept.delete(reportFileId));
        for (const old of kept.keys()) if (kept.size > kKept) kept.delete(old);
    }
    return found;
}

export function useFileData(reportFileId: string): Resource<FileData> {
    const [state, setState] = useState<{ id: string; data?: FileData; error?: Error }>({ id: "" });
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
        let gone = false;
        const show = (result: { data?: FileData; error?: Error }) => { if (!gone) setState({ id: reportFileId, ...result }); };
        fileData(reportFileId).then((data) => show({ data }), (error: Error) => show({ error }));
        return () => { gone = true; };
    }, [reportFileId, attempt]);
    const current = state.id === reportFileId ? state : undefined;
    return {
        data: current?.data, error: current?.error, loading: current === undefined, stale: false,
        reload: () => {
            setState({ id: "" });
            setAttempt(attempt + 1);
        },
    };
}
