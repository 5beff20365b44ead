import type { ComponentChildren } from "preact";
import type { Resource } from "../api/cache";
import { Failed } from "./Failed";
import { RequestId } from "./RequestId";
import { Skeleton } from "./Skeleton";
import { parts as words } from "./words";

export interface LoadedProps<T> {
    readonly resource: Resource<T>;
    readonly lines?: number;  // of the skeleton
    readonly children: (data: T) => ComponentChildren;
}

// A resource in all its states: loading, failed, old data that could not be loaded again, data.
export function Loaded<T>({ resource, lines = 4, children }: LoadedProps<T>) {
    if (resource.data === undefined) {
        if (resource.error) return <Failed error={resource.error} onRetry={resource.reload} />;
        return resource.loading ? <Skeleton lines={lines} /> : <>{children(resource.data as T)}</>;
    }
    return (
        <>
            {resource.error && <p class="notice bad" role="alert">{words.stale}: {resource.error.message} <button type="button" class="link" onClick={resource.reload}>{words.retry}</button><RequestId error={resource.error} /></p>}
            {children(resource.data)}
        </>
    );
}
