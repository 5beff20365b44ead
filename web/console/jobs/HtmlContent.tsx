// The text of an ad with its markup. The server has sanitised it; here only elements without any effect are made, and none
// of their attributes.
import { createElement, type ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { LongText, OutsideLink } from "../parts/Text";
import { withoutEventHandlers } from "./event_handlers";

const kElements = new Set(["b", "blockquote", "br", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "li", "ol", "p", "s", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul"]);
const kHeadings: Readonly<Record<string, string>> = { h1: "h4", h2: "h4", h3: "h4" };  // below those of the preview
const kEmpty = new Set(["br", "hr"]);
const kSkipped = new Set(["script", "style", "template", "iframe", "object"]);

function childrenOf(node: Node): ComponentChildren[] {
    return [...node.childNodes].map(contentOf);
}

function contentOf(node: Node, index: number): ComponentChildren {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element)) return null;
    const name = node.localName;
    if (kSkipped.has(name)) return null;
    if (name === "a") return <OutsideLink key={index} href={node.getAttribute("href") ?? ""}>{childrenOf(node)}</OutsideLink>;
    if (!kElements.has(name)) return childrenOf(node);
    return createElement(kHeadings[name] ?? name, { key: index }, kEmpty.has(name) ? null : childrenOf(node));
}

export function HtmlContent({ html }: { html: string }) {
    const content = useMemo(() => childrenOf(new DOMParser().parseFromString(withoutEventHandlers(html), "text/html").body), [html]);
    if (!html.includes("<")) return <LongText>{html}</LongText>;  // text without a tag is not HTML for the API either
    return <div class="text" dir="auto">{content}</div>;
}
