import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/Button";
import { announce } from "../parts/LiveRegion";
import { Menu } from "../parts/Menu";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { fileName, saveFile } from "../reports/save_file";
import { exportAudit, type ExportFormat } from "./audit_export";
import type { AuditQuery } from "./audit_filter";
import { settings as words } from "./words";

interface Progress {
    readonly events: number;
    readonly waiting: number | undefined;  // seconds
}

// A menu with the formats; while an export runs, its progress and a button that stops it.
export function AuditExport({ query }: { query: AuditQuery }) {
    const [progress, setProgress] = useState<Progress>();
    const stopper = useRef<AbortController>();
    useEffect(() => () => stopper.current?.abort(), []);
    const run = async (format: ExportFormat) => {
        const { signal } = (stopper.current = new AbortController());
        const show = (change: Partial<Progress>) => { if (!signal.aborted) setProgress((before) => ({ events: 0, waiting: undefined, ...before, ...change })); };
        show({ events: 0 });
        announce(words.audit.exporting);
        try {
            const { file, events } = await exportAudit(query, { format, signal, onProgress: (count) => show({ events: count }), onWait: (waiting) => show({ waiting }) });
            saveFile(fileName(words.audit.file, format, new Date().toISOString()), file);
            toast(words.audit.exported(events));
        } catch (error) {
            if (signal.aborted) toast(words.audit.stopped);
            else toastError(error);
        } finally {
            setProgress(undefined);
        }
    };
    if (progress === undefined) {
        return <Menu kind="plain" keys="Shift+e" label={words.audit.export} items={(["csv", "json"] as const).map((format) => ({ title: words.audit.exportAs[format], onSelect: () => void run(format) }))}>{words.audit.export}</Menu>;
    }
    return (
        <div class="progress">
            <span class="quiet number" role="status">{progress.waiting === undefined ? words.audit.events(progress.events) : parts.waiting(progress.waiting)}</span>
            <progress aria-label={words.audit.exporting} />
            <Button small onClick={() => stopper.current?.abort()}>{parts.stop}</Button>
        </div>
    );
}
