import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./Button";
import { parts as words } from "./words";

export interface DialogProps {
    readonly title: string;
    readonly children: ComponentChildren;
    readonly footer?: ComponentChildren;  // buttons
    readonly onClose?: () => void;        // absent: it cannot be closed
    readonly wide?: boolean;
}

// A modal dialog: the browser keeps the focus inside and gives it back.
export function Dialog({ title, children, footer, onClose, wide }: DialogProps) {
    const element = useRef<HTMLDialogElement>(null);
    const id = useId();
    useEffect(() => {
        const dialog = element.current;
        const before = document.activeElement as HTMLElement | null;
        dialog?.showModal();
        dialog?.querySelector<HTMLElement>("[data-first], [role^=menuitem], input:not([type=hidden]), select, textarea")?.focus();
        return () => {
            dialog?.close();
            if (before?.isConnected) before.focus();
        };
    }, []);
    // Also in a search field, where Escape would only clear the text.
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose?.();
    };
    return (
        <dialog ref={element} class={wide ? "dialog wide" : "dialog"} aria-labelledby={id}
            onCancel={(event) => { event.preventDefault(); onClose?.(); }} onKeyDown={onKeyDown}
            onMouseDown={(event) => { if (event.target === element.current) onClose?.(); }}>
            <div class="dialog-body">
                <header>
                    <h2 id={id}>{title}</h2>
                    {onClose && <Button kind="quiet" small label={words.close} onClick={onClose}>✕</Button>}
                </header>
                {children}
                {footer && <footer class="buttons">{footer}</footer>}
            </div>
        </dialog>
    );
}
