import { ApiError } from "../api/errors";
import { Button } from "./Button";
import { RequestId } from "./RequestId";
import { parts as words } from "./words";

export interface FailedProps {
    readonly error: Error;
    readonly onRetry?: () => void;
}

// The message of the API, the request id for the operator, and a way to try again.
export function Failed({ error, onRetry }: FailedProps) {
    const api = error instanceof ApiError ? error : undefined;
    const title = api?.forbidden ? words.forbiddenTitle : api?.status === 404 ? words.notFoundTitle : words.failedTitle;
    return (
        <div class="failed" role="alert">
            <h2>{title}</h2>
            <p class="text">{error.message}</p>
            <RequestId error={error} />
            {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
        </div>
    );
}
