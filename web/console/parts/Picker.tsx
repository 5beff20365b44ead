// A field whose choices are searched for, because there may be many: jobs, users, sources.
import type { JSX, RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Option } from "./Field";
import { Skeleton } from "./Skeleton";
import { Text } from "./Text";
import { parts as words } from "./words";

export interface PickerChoice extends Option {
    readonly detail?: string | undefined;
}

export interface PickerChoices {
    readonly options: readonly PickerChoice[];
    readonly loading: boolean;  // also while the options are those of an older text
    readonly error?: Error | undefined;
    readonly hint?: string | undefined;
}

// Where a picker searches. Both are hooks.
export interface PickerSource {
    readonly useChoices: (text: string | undefined) => PickerChoices;      // undefined: the list is closed, nothing is loaded
    readonly useTitle: (value: string | undefined) => string | undefined;  // undefined: not known yet
}

export interface PickerProps {
    readonly source: PickerSource;
    readonly value: string | undefined;
    readonly onChange: (value: string | undefined) => void;
    readonly input: JSX.InputHTMLAttributes<HTMLInputElement>;  // of the text field: its id or label
}

// A combobox (WAI-ARIA): typing searches, arrows and Enter choose, an empty text chooses nothing.
export function Picker({ source, value, onChange, input }: PickerProps) {
    const id = useId();
    const field = useRef<HTMLInputElement>(null);
    const [open, setOpen] = useState(false);
    const [typed, setTyped] = useState<string>();  // undefined: nothing since the last choice
    const [active, setActive] = useState(-1);
    const [picked, setPicked] = useState<PickerChoice>();  // its title need not be loaded
    const known = source.useTitle(picked?.value === value ? undefined : value);
    const title = value === undefined ? "" : ((picked?.value === value ? picked.title : known) ?? "…");
    const choices = source.useChoices(open ? (typed ?? "").trim() : undefined);
    const current = Math.min(active, choices.options.length - 1);

    const close = () => {
        setOpen(false);
        setTyped(undefined);
        setActive(-1);
    };
    const choose = (choice: PickerChoice) => {
        close();
        setPicked(choice);
        onChange(choice.value);
    };
    const onInput = (event: JSX.TargetedEvent<HTMLInputElement>) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setOpen(true);
        setActive(text.trim() === "" ? -1 : 0);
        if (text.trim() === "" && value !== undefined) onChange(undefined);
    };
    const onKeyDown = (event: KeyboardEvent) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const choice = open ? choices.options[current] : undefined;
        if (step !== undefined) {
            setOpen(true);
            setActive(open ? Math.max(0, Math.min(choices.options.length - 1, current + step)) : 0);
        } else if (event.key === "Enter" && (choice !== undefined || (open && typed))) {  // what is typed is no value: a form must not be sent with the old one
            if (choice !== undefined && !choices.loading) choose(choice);
        } else if (event.key === "Escape" && open) close();
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <>
            <input {...input} ref={field} type="text" role="combobox" aria-autocomplete="list" aria-expanded={open && choices.options.length > 0} aria-controls={open && choices.options.length > 0 ? `${id}-list` : undefined}
                aria-activedescendant={open && current >= 0 ? `${id}-${current}` : undefined} autocomplete="off" spellcheck={false} value={typed ?? title}
                onFocus={(event) => event.currentTarget.select()} onClick={(event) => { if (!open) event.currentTarget.select(); setOpen(true); }} onBlur={close} onKeyDown={onKeyDown} onInput={onInput} />
            {open && <PickerList id={id} choices={choices} current={current} anchor={field} onActive={setActive} onChoose={choose} />}
        </>
    );
}

interface PickerListProps {
    readonly id: string;
    readonly choices: PickerChoices;
    readonly current: number;
    readonly anchor: RefObject<HTMLElement>;
    readonly onActive: (index: number) => void;
    readonly onChoose: (choice: PickerChoice) => void;
}

const kGap = 4;          // pixels
const kLeastRoom = 180;  // below the field; with less, the list opens above it
const kTallest = 320;
const kNarrowest = 240;

function placeAt(list: HTMLElement, anchor: HTMLElement): void {
    const { left, top, bottom, width } = anchor.getBoundingClientRect();
    const below = innerHeight - bottom - 2 * kGap;
    const isAbove = below < kLeastRoom && top - 2 * kGap > below;
    const wide = Math.min(Math.max(width, kNarrowest), innerWidth - 2 * kGap);
    Object.assign(list.style, {
        left: `${Math.max(kGap, Math.min(left, innerWidth - wide - kGap))}px`, width: `${wide}px`, maxHeight: `${Math.min(kTallest, isAbove ? top - 2 * kGap : below)}px`,
        top: isAbove ? "auto" : `${bottom + kGap}px`, bottom: isAbove ? `${innerHeight - top + kGap}px` : "auto",
    });
}

// Over everything else, also over a dialog.
function PickerList({ id, choices: { options, loading, error, hint }, current, anchor, onActive, onChoose }: PickerListProps) {
    const list = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const place = () => { if (list.current !== null && anchor.current !== null) placeAt(list.current, anchor.current); };
        list.current?.showPopover();
        place();
        addEventListener("resize", place);
        addEventListener("scroll", place, true);
        return () => {
            removeEventListener("resize", place);
            removeEventListener("scroll", place, true);
        };
    }, []);
    useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [current]);
    const note = error?.message ?? (options.length > 0 ? hint : loading ? undefined : (hint ?? words.nothingFound));
    return (
        <div ref={list} class="picker" popover="manual" onMouseDown={(event) => event.preventDefault()}>
            {options.length > 0 && (
                <ul id={`${id}-list`} role="listbox" aria-label={words.choices}>
                    {options.map((option, index) => (
                        <li key={option.value} id={`${id}-${index}`} role="option" aria-selected={index === current} onPointerMove={() => onActive(index)} onClick={() => onChoose(option)}>
                            <Text>{option.title}</Text>{option.detail !== undefined && <span class="quiet"> <Text>{option.detail}</Text></span>}
                        </li>
                    ))}
                </ul>
            )}
            {options.length === 0 && loading && error === undefined && <Skeleton />}
            {note !== undefined && <p class="quiet" role="status">{note}</p>}
        </div>
    );
}

// The title of a value, where it is only shown.
export function PickedTitle({ source, value }: { source: PickerSource; value: string }) {
    return <Text>{source.useTitle(value) ?? value}</Text>;
}
