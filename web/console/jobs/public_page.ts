// The public page of a posting.
import { safeHref } from "../parts/safe_href";

export interface PublicPlace {
    readonly page: string;
    readonly company: string;
    readonly postingId: string;
}

// "https://…/careers/acme/743999123456789-line-cook?oga=true" names the company and the id of the posting.
export function publicPlace(applyUrl: string | undefined): PublicPlace | undefined {
    const safe = safeHref(applyUrl ?? "");
    if (safe === undefined) return undefined;
    const url = new URL(safe);
    const found = /^\/careers\/([^/]+)\/(\d+)(?:-|$)/.exec(url.pathname);
    if (found?.[1] === undefined || found[2] === undefined) return undefined;
    return { page: url.origin + url.pathname, company: decodeURIComponent(found[1]), postingId: found[2] };
}
