// Text that other people wrote: isolated, so that bidirectional marks and long words cannot disturb what stands beside it.
import type { ComponentChildren } from "preact";
import { safeHref } from "./safe_href";

export function Text({ children }: { children: string | number | null | undefined }) {
    return <bdi class="text">{children}</bdi>;
}

// Several lines, as written.
export function LongText({ children }: { children: string }) {
    return <p class="long-text" dir="auto">{children}</p>;
}

// A link that came from outside: text if it is not http, https or mailto.
export function OutsideLink({ href, children }: { href: string; children?: ComponentChildren }) {
    const safe = safeHref(href);
    if (safe === undefined) return <Text>{href}</Text>;
    return <a class="text" href={safe} target="_blank" rel="noopener noreferrer nofollow">{children ?? <bdi>{href}</bdi>}</a>;
}
