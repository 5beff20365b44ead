import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { parts as words } from "./words";

export interface MenuItem {
    readonly title: string;
    readonly onSelect?: () => void;
    readonly href?: string;
    readonly keys?: string;
    readonly danger?: boolean;
    readonly disabled?: boolean;
    readonly checked?: boolean;
}

export interface MenuProps {
    readonly items: readonly MenuItem[];
    readonly label?: string;                // of the button, for screen readers
    readonly children?: ComponentChildren;  // of the button
    readonly kind?: "plain" | "quiet";
}

export function Menu({ items, label = words.more, children = "⋯", kind = "quiet" }: MenuProps) {
    const [open, setOpen] = useState(false);
    const root = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const id = useId();
    const close = () => {
        setOpen(false);
        button.current?.focus();
    };
    useEffect(() => {
        if (!open) return undefined;
        const outside = (event: Event) => { if (!root.current?.contains(event.target as Node)) setOpen(false); };
        document.addEventListener("pointerdown", outside);
        return () => document.removeEventListener("pointerdown", outside);
    }, [open]);
    return (
        <div class="menu" ref={root} onClick={(event) => event.stopPropagation()}>
            <button ref={button} type="button" class={`button small ${kind}`} aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open}
                aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}
                onKeyDown={(event) => { if (event.key === "ArrowDown") { event.preventDefault(); setOpen(true); } }}>
                {children}
            </button>
            {open && <MenuList id={id} items={items} label={label} onClose={close} />}
        </div>
    );
}

export interface MenuListProps {
    readonly id?: string;
    readonly items: readonly MenuItem[];
    readonly label: string;
    readonly onClose: () => void;
}

// The list alone, for menus that a key opens.
export function MenuList({ id, items, label, onClose }: MenuListProps) {
    const list = useRef<HTMLDivElement>(null);
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? [])];
    useEffect(() => (rows().find((row) => row.getAttribute("aria-checked") === "true") ?? rows()[0])?.focus(), []);
    const onKeyDown = (event: KeyboardEvent) => {
        const all = rows();
        const current = all.indexOf(document.activeElement as HTMLElement);
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
        if (step !== undefined) all[(current + step + all.length) % all.length]?.focus();
        else if (event.key === "Home") all[0]?.focus();
        else if (event.key === "End") all.at(-1)?.focus();
        else if (event.key === "Escape" || event.key === "Tab") onClose();
        else if (event.key.length === 1 && /\S/.test(event.key)) all.find((row) => row.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div ref={list} id={id} class="menu-list" role="menu" aria-label={label} onKeyDown={onKeyDown}>
            {items.map((item) => <MenuRow key={item.title} item={item} onClose={onClose} />)}
        </div>
    );
}

function MenuRow({ item, onClose }: { item: MenuItem; onClose: () => void }) {
    const content = <><bdi>{item.title}</bdi>{item.keys !== undefined && <kbd aria-hidden="true">{item.keys}</kbd>}</>;
    if (item.href !== undefined) return <a role="menuitem" tabIndex={-1} href={item.href} onClick={onClose}>{content}</a>;
    return (
        <button type="button" tabIndex={-1} role={item.checked === undefined ? "menuitem" : "menuitemradio"} aria-checked={item.checked}
            aria-disabled={item.disabled || undefined} class={item.danger ? "danger" : undefined}
            onClick={() => { if (!item.disabled) { onClose(); item.onSelect?.(); } }}>
            {content}
        </button>
    );
}
