import { parts as words } from "./words";

// Grey lines where text will come.
export function Skeleton({ lines = 3 }: { lines?: number }) {
    return (
        <div class="skeleton" role="status" aria-label={words.loading}>
            {Array.from({ length: lines }, (_, index) => <span key={index} />)}
        </div>
    );
}
