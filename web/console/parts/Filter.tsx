import { useEffect, useRef, useState } from "preact/hooks";
import { query, useQuery } from "../router";
import { filterText, hasTerm, parseFilter, toggleTerm, withSingle, type FilterValues } from "./filter_text";
import { Menu } from "./Menu";
import { PickedTitle, Picker, type PickerSource } from "./Picker";
import { useKeys } from "./Shortcuts";
import { parts as words } from "./words";

export interface FilterOption {
    readonly value: string;
    readonly title: string;
    readonly count?: number | undefined;
}

export interface FilterField {
    readonly name: string;   // as typed: status
    readonly title: string;  // as shown: Status
    readonly options?: readonly FilterOption[];
    readonly picker?: PickerSource;  // instead of options, where there may be many
    readonly single?: boolean;       // has one value: another one replaces it
}

const singleOf = (fields: readonly FilterField[]) => fields.flatMap((field) => (field.single ? [field.name] : []));

function parse(text: string, fields: readonly FilterField[]): FilterValues {
    return withSingle(parseFilter(text, fields.map((field) => field.name)), singleOf(fields));
}

// The filter of the screen, from the URL (?filter=…). Values are what people type; valuesOf(filter, "status") reads them.
export function useFilter(fields: readonly FilterField[], parameter = "filter"): [FilterValues, (filter: FilterValues) => void] {
    const [text, setText] = useQuery(parameter);
    return [parse(text, fields), (filter) => setText(filterText(filter))];
}

export interface FilterProps {
    readonly fields: readonly FilterField[];
    readonly parameter?: string;
    readonly shown?: number;              // rows that match …
    readonly total?: number | undefined;  // … of all
    readonly placeholder?: string;
}

// The text, the terms in it as chips, and for each field a menu of its values with counts.
export function Filter({ fields, parameter = "filter", shown, total, placeholder = words.filterHint }: FilterProps) {
    const [inUrl, setInUrl] = useQuery(parameter);
    const [typed, setTyped] = useState(inUrl);
    const sent = useRef(inUrl);
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {  // somebody else changed the URL: a link, the back button
        const now = query.peek().get(parameter) ?? "";  // inUrl may be older than what was typed since
        if (now === sent.current) return;
        sent.current = now;
        setTyped(now);
    }, [inUrl]);
    const change = (text: string) => {
        setTyped(text);
        sent.current = text.trim();
        setInUrl(text.trim());
    };
    const filter = parse(typed, fields);
    const toggle = (name: string, value: string) => change(filterText(withSingle(toggleTerm(filter, { name, value }), singleOf(fields))));
    const titleOf = (name: string, value: string) => {
        const field = fields.find((one) => one.name === name);
        return field?.picker !== undefined ? <PickedTitle source={field.picker} value={value} /> : <bdi>{field?.options?.find((option) => option.value === value)?.title ?? value}</bdi>;
    };
    useKeys(words.thisScreen, { "/": { title: words.keys.filter, run: () => input.current?.focus() } });
    return (
        <div class="filter" role="search">
            <div class="filter-row">
                <input ref={input} type="search" aria-label={words.filter} placeholder={placeholder} value={typed} spellcheck={false} autocomplete="off"
                    onInput={(event) => change(event.currentTarget.value)}
                    onKeyDown={(event) => { if (event.key === "Escape") { event.currentTarget.blur(); event.stopPropagation(); } }} />
                {fields.map((field) => {
                    if (field.picker !== undefined) {
                        const add = (value: string | undefined) => { if (value !== undefined && !hasTerm(filter, { name: field.name, value })) toggle(field.name, value); };
                        return <Picker key={field.name} source={field.picker} value={undefined} onChange={add} input={{ "aria-label": field.title, placeholder: field.title }} />;
                    }
                    return field.options && (
                        <Menu key={field.name} kind="plain" label={field.title} items={field.options.map((option) => ({
                            title: option.count === undefined ? option.title : `${option.title} (${option.count})`,
                            checked: hasTerm(filter, { name: field.name, value: option.value }),
                            onSelect: () => toggle(field.name, option.value),
                        }))}>{field.title}</Menu>
                    );
                })}
                {shown !== undefined && <span class="quiet number" aria-live="polite">{words.found(shown, total ?? shown)}</span>}
            </div>
            {filter.terms.length > 0 && (
                <ul class="chips">
                    {filter.terms.map(({ name, value }) => (
                        <li key={`${name}:${value}`} class="chip">
                            <span class="quiet">{name}:</span>{titleOf(name, value)}
                            <button type="button" aria-label={words.removeTag(`${name}:${value}`)} onClick={() => toggle(name, value)}>×</button>
                        </li>
                    ))}
                    <li><button type="button" class="link" onClick={() => change("")}>{words.clear}</button></li>
                </ul>
            )}
        </div>
    );
}
