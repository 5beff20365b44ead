import { bulkJobs } from "./bulk";
import { Button } from "./Button";
import { parts as words } from "./words";

export interface ProgressProps {
    readonly label: string;
    readonly done: number;
    readonly total: number;
    readonly note?: string | undefined;
    readonly onStop?: () => void;
}

export function Progress({ label, done, total, note, onStop }: ProgressProps) {
    return (
        <div class="progress">
            <div class="progress-text"><span>{label}</span><span class="quiet number">{note ?? words.progress(done, total)}</span></div>
            <progress aria-label={label} max={total} value={done} />
            {onStop && <Button small onClick={onStop}>{words.stop}</Button>}
        </div>
    );
}

// Bulk actions under way. Mounted once, by the shell.
export function BulkProgress() {
    if (bulkJobs.value.length === 0) return null;
    return (
        <div class="bulk">
            {bulkJobs.value.map((job, index) => (
                <Progress key={index} label={job.title} done={job.done + job.failed} total={job.total} onStop={job.stop}
                    note={job.waiting === undefined ? undefined : words.waiting(job.waiting)} />
            ))}
        </div>
    );
}
