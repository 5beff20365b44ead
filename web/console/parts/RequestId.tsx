import { requestIdOf } from "../api/errors";
import { Copy } from "./Copy";
import { parts as words } from "./words";

// The id of the request that failed, for the operator. Nothing if the error has none: no request, or no answer.
export function RequestId({ error }: { error: unknown }) {
    const id = requestIdOf(error);
    if (id === undefined) return null;
    return <small class="request-id quiet">{words.requestId} <code>{id}</code> <Copy text={id} /></small>;
}
