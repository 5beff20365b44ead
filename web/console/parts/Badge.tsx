import type { ComponentChildren } from "preact";

export type Tone = "neutral" | "good" | "bad" | "wait" | "accent";

export interface BadgeProps {
    readonly children: ComponentChildren;
    readonly tone?: Tone;
}

export function Badge({ children, tone = "neutral" }: BadgeProps) {
    return <span class={`badge ${tone}`}>{children}</span>;
}
