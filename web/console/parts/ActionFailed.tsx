import type { ComponentChildren } from "preact";
import { RequestId } from "./RequestId";
import { parts as words } from "./words";

export interface ActionFailedProps {
    readonly title?: string;
    readonly error: Error;
    readonly children?: ComponentChildren;  // what to do
}

// A failed action beside its button: it stays, unlike a toast.
export function ActionFailed({ title = words.actionFailed, error, children }: ActionFailedProps) {
    return (
        <div class="notice bad" role="alert">
            <p><strong>{title}.</strong> <bdi>{error.message}</bdi></p>
            <RequestId error={error} />
            {children}
        </div>
    );
}
