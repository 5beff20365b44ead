import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { AroundForm, mayClose } from "../leave_guard";
import { Button } from "./Button";
import { parts as words } from "./words";

export interface DialogProps {
    readonly title: string;
    readonly children: ComponentChildren;
    readonly footer?: ComponentChildren;  // buttons
    readonly onClose?: () => void;        // absent: it cannot be closed
    readonly wide?: boolean;
}

// A modal dialog: the browser keeps the focus inside and gives it back. With typed text in a form, it asks before it is closed.
export function Dialog({ title, children, footer, onClose, wide }: DialogProps) {
    const element = useRef<HTMLDialogElement>(null);
    const id = useId();
    const own = useRef<symbol>();
    own.current ??= Symbol();
    const close = onClose && (() => void mayClose((guard) => guard.dialog === own.current).then((closes) => { if (closes && element.current !== null) onClose(); }));
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
        close?.();
    };
    return (
        <dialog ref={element} class={wide ? "dialog wide" : "dialog"} aria-labelledby={id}
            onCancel={(event) => { event.preventDefault(); close?.(); }} onKeyDown={onKeyDown}
            onMouseDown={(event) => { if (event.target === element.current) close?.(); }}>
            <div class="dialog-body">
                <header>
                    <h2 id={id}>{title}</h2>
                    {close && <Button kind="quiet" small label={words.close} onClick={close}>✕</Button>}
                </header>
                <AroundForm.Provider value={own.current}>{children}</AroundForm.Provider>
                {footer && <footer class="buttons">{footer}</footer>}
            </div>
        </dialog>
    );
}
