// Ctrl-K: what can be done on this screen, screens, things and actions by their names.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Family, SearchResult } from "../family";
import { go } from "../router";
import { may } from "../session";
import { Dialog } from "./Dialog";
import { screenActions } from "./Shortcuts";
import { parts as words } from "./words";

export const paletteShown = signal(false);

interface Entry extends Omit<SearchResult, "href"> {
    readonly group: string;
    readonly keys?: string | undefined;
    readonly run: () => void;
}

// Where the palette was opened.
interface Origin {
    readonly focused: Element | null;
    readonly inDialog: boolean;
}

const kTypingPause = 80;  // ms
const kMost = 8;          // of a group, but for those of the screen

// Letters in order, words first: "cj" finds "Create job".
export function matches(text: string, title: string): boolean {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    const lower = title.toLowerCase();
    if (wanted.every((word) => lower.includes(word))) return true;
    const initials = lower.split(/\s+/).map((word) => word[0] ?? "").join("");
    return wanted.length === 1 && initials.startsWith(wanted[0] ?? "");
}

// Behind a dialog, the screen offers nothing: its actions are not about what is seen, and the dialog would stay open.
function fixedEntries(families: readonly Family[], text: string, { focused, inDialog }: Origin): Entry[] {
    const here = (inDialog ? [] : screenActions(focused)).filter((action) => matches(text, action.title)).map(({ title, scope, keys, run }): Entry => ({ group: scope, title, keys, run }));
    const known = new Set(here.map(({ title }) => title));
    const screens = families.flatMap((family) => family.nav).filter((item) => may(item.right) && matches(text, item.title))
        .map((item): Entry => ({ group: words.screens, title: item.title, run: () => void go(item.href) }));
    const actions = families.flatMap((family) => family.commands ?? []).filter((command) => may(command.right) && !known.has(command.title) && matches(text, command.title))
        .map((command): Entry => ({ group: words.actions, title: command.title, run: command.run }));
    return [...here, ...screens.slice(0, kMost), ...actions.slice(0, kMost)];
}

function useFound(families: readonly Family[], text: string): Entry[] {
    const [found, setFound] = useState<Entry[]>([]);
    useEffect(() => {
        if (text.trim() === "") {
            setFound([]);
            return undefined;
        }
        const stop = new AbortController();
        const timer = setTimeout(() => {
            const searches = families.flatMap((family) => (family.search && may(family.search.right) ? [family.search] : []));
            void Promise.all(searches.map((search) => search.find(text.trim(), stop.signal)
                .then((results) => results.slice(0, kMost).map((one): Entry => ({ ...one, group: search.title, run: () => void go(one.href) })))
                .catch(() => []))).then((groups) => { if (!stop.signal.aborted) setFound(groups.flat()); });
        }, kTypingPause);
        return () => {
            clearTimeout(timer);
            stop.abort();
        };
    }, [text]);
    return found;
}

// Mounted once, by the shell.
export function Palette({ families }: { families: readonly Family[] }) {
    return paletteShown.value ? <PaletteDialog families={families} /> : null;
}

function PaletteDialog({ families }: { families: readonly Family[] }) {
    const [text, setText] = useState("");
    const [active, setActive] = useState(0);
    const [origin] = useState((): Origin => ({ focused: document.activeElement, inDialog: document.querySelector("dialog[open]") !== null }));
    const list = useRef<HTMLUListElement>(null);
    const entries = [...fixedEntries(families, text, origin), ...useFound(families, text)];
    const current = Math.min(active, entries.length - 1);
    useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [current]);
    const close = () => { paletteShown.value = false; };
    const run = (entry: Entry | undefined) => {
        if (entry === undefined) return;
        close();
        setTimeout(entry.run);  // after the focus is back: actions are about what has it
    };
    const onKeyDown = (event: KeyboardEvent) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step !== undefined) setActive((current + step + entries.length) % Math.max(entries.length, 1));
        else if (event.key === "Enter") run(entries[current]);
        else return;
        event.preventDefault();
    };
    return (
        <Dialog title={words.palette} onClose={close}>
            <input type="search" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label={words.palette} placeholder={words.paletteHint} value={text} data-first
                aria-activedescendant={current >= 0 ? `palette-${current}` : undefined} autocomplete="off" spellcheck={false} onKeyDown={onKeyDown}
                onInput={(event) => { setText(event.currentTarget.value); setActive(0); }} />
            <ul id="palette-list" class="palette" role="listbox" aria-label={words.palette} ref={list}>
                {entries.map((entry, index) => (
                    <li key={`${entry.group} ${entry.title} ${index}`} id={`palette-${index}`} role="option" aria-selected={index === current} onPointerMove={() => setActive(index)} onClick={() => run(entry)}>
                        <bdi>{entry.title}</bdi>{entry.detail !== undefined && <bdi class="quiet">{entry.detail}</bdi>}
                        <span class="quiet">{entry.keys !== undefined ? <kbd>{entry.keys}</kbd> : entry.group}</span>
                    </li>
                ))}
            </ul>
            {entries.length === 0 && <p class="quiet">{words.paletteEmpty}</p>}
        </Dialog>
    );
}
