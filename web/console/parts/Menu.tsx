import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { RequestDialog, type RequestDescription } from "./AsCurl";
import { Icon } from "./Icon";
import { useKeys } from "./Shortcuts";
import { parts as words } from "./words";

export interface MenuItem {
    readonly title: string;
    readonly onSelect?: () => void;
    readonly href?: string;
    readonly keys?: string;
    readonly danger?: boolean;
    readonly disabled?: boolean;
    readonly checked?: boolean;
    readonly request?: RequestDescription;  // what it sends; the menu ends with "as curl" then
}

export interface MenuProps {
    readonly items: readonly MenuItem[];
    readonly label?: string;                // of the button, for screen readers
    readonly children?: ComponentChildren;  // of the button
    readonly kind?: "plain" | "quiet";
    readonly keys?: string;                 // the key that opens it
}

// The items, and below them one that shows what they send.
export function withRequests(items: readonly MenuItem[], show: (requests: readonly RequestDescription[]) => void): readonly MenuItem[] {
    const requests = items.flatMap(({ request }) => request ?? []);
    return requests.length === 0 ? items : [...items, { title: words.asCurl, onSelect: () => show(requests) }];
}

export function Menu({ items, label = words.more, children = "⋯", kind = "quiet", keys }: MenuProps) {
    const [open, setOpen] = useState(false);
    const [requests, setRequests] = useState<readonly RequestDescription[]>();
    const root = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const id = useId();
    useKeys(words.thisScreen, keys === undefined ? {} : { [keys]: { title: label, run: () => setOpen(true) } }, keys !== undefined);
    const close = () => {
        setOpen(false);
        button.current?.focus();
    };
    useEffect(() => {
        if (!open) return undefined;
        const outside = (event: Event) => { if (!root.current?.contains(event.target as Node)) setOpen(false); };
        const events = ["pointerdown", "scroll", "resize"];
        events.forEach((name) => addEventListener(name, outside, true));
        return () => events.forEach((name) => removeEventListener(name, outside, true));
    }, [open]);
    return (
        <div class="menu" ref={root} onClick={(event) => event.stopPropagation()}>
            <button ref={button} type="button" class={`button small ${kind}`} aria-label={label} title={label} aria-haspopup="menu" aria-expanded={open} aria-keyshortcuts={keys}
                aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}
                onKeyDown={(event) => { if (event.key === "ArrowDown") { event.preventDefault(); setOpen(true); } }}>
                {children}{kind === "plain" && <Icon name="chevron" />}{keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
            </button>
            {open && <MenuList id={id} items={withRequests(items, setRequests)} label={label} onClose={close} anchor={button} />}
            {requests && <RequestDialog requests={requests} onClose={() => setRequests(undefined)} />}
        </div>
    );
}

export interface MenuListProps {
    readonly id?: string;
    readonly items: readonly MenuItem[];
    readonly label: string;
    readonly onClose: () => void;
    readonly anchor?: RefObject<HTMLElement>;  // opens beside it, over everything else
}

const kGap = 4;  // pixels

// Below the anchor, or above it if there is no room; never outside the window.
function placeAt(list: HTMLElement, anchor: HTMLElement): void {
    const button = anchor.getBoundingClientRect();
    const { width, height } = list.getBoundingClientRect();
    const below = button.bottom + kGap;
    const top = below + height > innerHeight ? Math.max(kGap, button.top - kGap - height) : below;
    list.style.left = `${Math.max(kGap, Math.min(button.right - width, innerWidth - width - kGap))}px`;
    list.style.top = `${top}px`;
}

// The list alone, for menus that a key opens.
export function MenuList({ id, items, label, onClose, anchor }: MenuListProps) {
    const list = useRef<HTMLDivElement>(null);
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? [])];
    useLayoutEffect(() => {
        if (!anchor?.current || !list.current) return;
        list.current.showPopover();
        placeAt(list.current, anchor.current);
    }, []);
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
        <div ref={list} id={id} class="menu-list" role="menu" popover={anchor ? "manual" : undefined} aria-label={label} onKeyDown={onKeyDown}>
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
