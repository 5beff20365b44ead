// Which search is sent: the newest one, as soon as the previous one has been answered or has taken too long.
import { useEffect, useRef, useState } from "preact/hooks";

const kLongestWait = 120;  // ms; then the previous request is cancelled

export interface SearchPace {
    readonly sent: string;    // the address whose answer is awaited or shown
    readonly sentAt: number;  // ms
}

// Milliseconds until `wanted` may be sent; 0: now, undefined: it has been.
export function waitFor(pace: SearchPace, wanted: string, arrived: boolean, now: number): number | undefined {
    if (wanted === pace.sent) return undefined;
    return arrived ? 0 : Math.max(0, pace.sentAt + kLongestWait - now);
}

// The address to load. `isLoading` says whether the answer of the returned address is still awaited. The first letter is
// sent at once; letters typed while an answer is awaited are sent together. The cache cancels what is left behind.
export function useLatest<A extends string>(wanted: A, isLoading: (address: A) => boolean): A {
    const pace = useRef<SearchPace>({ sent: wanted, sentAt: performance.now() });
    const [, refresh] = useState(0);
    const arrived = !isLoading(pace.current.sent as A);
    const wait = waitFor(pace.current, wanted, arrived, performance.now());
    if (wait === 0) pace.current = { sent: wanted, sentAt: performance.now() };
    useEffect(() => {
        if (wait === undefined || wait === 0) return undefined;
        const timer = setTimeout(() => refresh((count) => count + 1), wait);
        return () => clearTimeout(timer);
    }, [wanted, wait !== undefined && wait > 0]);
    return pace.current.sent as A;
}
