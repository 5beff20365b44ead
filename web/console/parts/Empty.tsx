import type { ComponentChildren } from "preact";

export interface EmptyProps {
    readonly title: string;
    readonly children?: ComponentChildren;  // what to do, with a link or a button
}

export function Empty({ title, children }: EmptyProps) {
    return <div class="empty"><h2>{title}</h2>{children}</div>;
}
