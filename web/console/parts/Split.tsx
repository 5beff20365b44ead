import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./Button";
import { useKeys } from "./Shortcuts";
import { parts as words } from "./words";

export interface SplitProps {
    readonly list: ComponentChildren;
    readonly detail: ComponentChildren | null;  // null: nothing is open
    readonly label: string;                     // of the detail
    readonly onClose: () => void;               // goes to the address of the list
}

// List and detail beside each other, on narrow windows the detail over the list. The URL names both.
export function Split({ list, detail, label, onClose }: SplitProps) {
    const open = detail !== null;
    const panel = useRef<HTMLElement>(null);
    const before = useRef<HTMLElement | null>(null);
    useEffect(() => {
        if (!open) return undefined;
        before.current = document.activeElement as HTMLElement | null;
        if (matchMedia("(max-width: 60rem)").matches) panel.current?.focus();
        return () => { if (before.current?.isConnected) before.current.focus(); };
    }, [open]);
    useKeys(words.thisScreen, { Escape: { title: words.keys.close, run: onClose } }, open);
    return (
        <div class={open ? "split open" : "split"}>
            <div class="split-list">{list}</div>
            {open && (
                <section class="split-detail" aria-label={label} tabIndex={-1} ref={panel}>
                    <div class="split-close"><Button kind="quiet" small label={words.close} onClick={onClose}>✕</Button></div>
                    {detail}
                </section>
            )}
        </div>
    );
}
