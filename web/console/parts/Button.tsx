import type { ComponentChildren } from "preact";

export interface ButtonProps {
    readonly children: ComponentChildren;
    readonly onClick?: (event: MouseEvent) => void;
    readonly kind?: "plain" | "primary" | "danger" | "quiet";
    readonly type?: "button" | "submit";
    readonly href?: string;   // looks like a button, is a link
    readonly busy?: boolean;  // the action is under way: shown, and not started twice
    readonly disabled?: boolean;
    readonly keys?: string;   // the key that does the same
    readonly title?: string;
    readonly label?: string;  // for screen readers, if the content is a symbol
    readonly small?: boolean;
}

export function Button({ children, onClick, kind = "plain", type = "button", href, busy, disabled, keys, title, label, small }: ButtonProps) {
    const look = `button ${kind}${small ? " small" : ""}`;
    const content = <>{children}{keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}</>;
    if (href !== undefined) return <a class={look} href={href} title={title} aria-label={label}>{content}</a>;
    return (
        <button type={type} class={look} title={title} aria-label={label} aria-busy={busy || undefined} aria-keyshortcuts={keys}
            disabled={disabled} onClick={(event) => { if (!busy) onClick?.(event); else event.preventDefault(); }}>
            {content}
        </button>
    );
}
