// Keys: each screen registers its own with useKeys; the newest registration wins, `?` shows them all.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "./Dialog";
import { parts as words } from "./words";

export interface Key {
    readonly title: string;
    readonly run: () => void;
    // false: moves the focus, useful as a key only. A function: is there what it acts on, if this element has the focus?
    readonly inPalette?: false | ((focused: Element | null) => boolean);
}

// By key: "j", "Enter", "?", "Ctrl+k" (also ⌘ on a Mac), "Shift+j".
export type Keys = Readonly<Record<string, Key>>;

export interface Registration {
    readonly scope: string;
    keys: Keys;
}

export interface ScreenAction {
    readonly title: string;
    readonly scope: string;
    readonly keys: string;
    readonly run: () => void;
}

const registrations = signal<readonly Registration[]>([]);
export const shortcutsShown = signal(false);

export function useKeys(scope: string, keys: Keys, enabled = true): void {
    const own = useRef<Registration>();
    own.current ??= { scope, keys };
    own.current.keys = keys;
    useEffect(() => {
        const registration = own.current;
        if (!enabled || registration === undefined) return undefined;
        registrations.value = [...registrations.peek(), registration];
        return () => { registrations.value = registrations.peek().filter((one) => one !== registration); };
    }, [enabled]);
}

export function nameOfKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const shift = event.shiftKey && (event.key.length > 1 || /\p{L}/u.test(event.key)) ? "Shift+" : "";
    return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift}${letter}`;
}

const kWithoutText = ["button", "checkbox", "color", "file", "image", "radio", "reset", "submit"].map((type) => `[type=${type}]`).join();

function isTyping(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && (target.isContentEditable || target.matches(`textarea, select, input:not(${kWithoutText})`));
}

// Radio buttons are chosen with the arrows.
function isArrowOfRadio(name: string, target: EventTarget | null): boolean {
    return name.startsWith("Arrow") && target instanceof HTMLElement && target.matches("input[type=radio]");
}

function isControl(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && target.closest("button, a, input, [role=menu], [role=tab], summary") !== null;
}

const kMoves = new Set(["j", "k", "h", "l", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"]);

// A key that is held down moves on, but does nothing twice.
export function actsOn(name: string, isRepeated: boolean): boolean {
    return !isRepeated || kMoves.has(name);
}

export function startKeys(): void {
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.isComposing) return;
        const name = nameOfKey(event);
        const inDialog = document.querySelector("dialog[open]") !== null;
        if (name === "Escape" && isTyping(event.target) && !inDialog) return (event.target as HTMLElement).blur();  // then keys work again
        if (!name.startsWith("Ctrl+") && (isTyping(event.target) || inDialog)) return;
        if (((name === "Enter" || name === " ") && isControl(event.target)) || isArrowOfRadio(name, event.target)) return;
        const found = [...registrations.peek()].reverse().find((registration) => name in registration.keys);
        if (found === undefined) return;
        event.preventDefault();
        if (actsOn(name, event.repeat)) found.keys[name]?.run();
    });
}

const symbols: Readonly<Record<string, string>> = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", Enter: "↵", Escape: "Esc", "Ctrl+k": "Ctrl K" };

// What the keys do now, the newest registration first: an older one of the same key is not reached.
export function actionsOf(all: readonly Registration[], focused: Element | null): ScreenAction[] {
    const taken = new Set<string>();
    return [...all].reverse().flatMap(({ scope, keys }) => Object.entries(keys).flatMap(([name, { title, run, inPalette }]) => {
        if (taken.has(name)) return [];
        taken.add(name);
        return inPalette === false || inPalette?.(focused) === false ? [] : [{ title, scope, keys: symbols[name] ?? name, run }];
    }));
}

export function screenActions(focused: Element | null): ScreenAction[] {
    return actionsOf(registrations.value, focused);
}

function byTitle(group: readonly Keys[]): Map<string, string[]> {
    const titles = new Map<string, string[]>();
    for (const keys of group) {
        for (const [name, { title }] of Object.entries(keys)) titles.set(title, [...(titles.get(title) ?? []), name]);
    }
    return titles;
}

// Mounted once, by the shell.
export function Shortcuts() {
    if (!shortcutsShown.value) return null;
    const scopes = new Map<string, Keys[]>();
    for (const { scope, keys } of registrations.value) scopes.set(scope, [...(scopes.get(scope) ?? []), keys]);
    return (
        <Dialog title={words.shortcuts} onClose={() => { shortcutsShown.value = false; }}>
            {[...scopes].map(([scope, group]) => (
                <section key={scope} class="shortcuts">
                    <h3>{scope}</h3>
                    <dl>
                        {[...byTitle(group)].map(([title, names]) => (
                            <div key={title}><dt>{names.map((name) => <kbd key={name}>{symbols[name] ?? name}</kbd>)}</dt><dd>{title}</dd></div>
                        ))}
                    </dl>
                </section>
            ))}
        </Dialog>
    );
}
