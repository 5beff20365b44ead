import { parts as words } from "./words";

// Grey lines where text will come.
export function Skeleton({ lines = 3 }: { lines?: number }) {
    return (
        <div class="skeleton" role="status" aria-label={words.loading}>
            {Array.from({ length: lines }, (_, index) => <span key={index} />)}
        </div>
    );
}

// Where a name or a number will stand in a line.
export function Pending() {
    return <span class="pending" role="status" aria-label={words.loading} />;
}
