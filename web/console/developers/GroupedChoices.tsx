import { useState } from "preact/hooks";
import { chosenIn, toggleGroup } from "./event_groups";
import { developers as words } from "./words";

export interface Choice {
    readonly value: string;
    readonly title: string;
    readonly detail?: string;
}

export interface ChoiceGroup {
    readonly key: string;
    readonly title: string;
    readonly choices: readonly Choice[];
}

export interface GroupedChoicesProps {
    readonly groups: readonly ChoiceGroup[];
    readonly values: readonly string[];
    readonly onChange: (values: string[]) => void;
}

function matches(choice: Choice, text: string): boolean {
    return `${choice.value} ${choice.title} ${choice.detail ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());
}

// Many checkboxes in groups; a group can be chosen as a whole, and a search narrows them.
export function GroupedChoices({ groups, values, onChange }: GroupedChoicesProps) {
    const [text, setText] = useState("");
    const all = groups.flatMap((group) => group.choices);
    const shown = groups.map((group) => ({ ...group, choices: group.choices.filter((choice) => matches(choice, text)) })).filter((group) => group.choices.length > 0);
    const toggle = (value: string) => onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
    return (
        <div class="grouped-choices">
            <div class="buttons">
                <input type="search" aria-label={words.search} placeholder={words.search} value={text} onInput={(event) => setText(event.currentTarget.value)}
                    onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }} />
                <span class="quiet number" aria-live="polite">{words.chosen(values.length, all.length)}</span>
            </div>
            {shown.length === 0 && <p class="quiet">{words.nothingFound}</p>}
            {shown.map((group) => <Group key={group.key} group={group} values={values} onToggle={toggle} onToggleAll={() => onChange(toggleGroup(group.choices.map((choice) => choice.value), values))} />)}
        </div>
    );
}

function Group({ group, values, onToggle, onToggleAll }: { group: ChoiceGroup; values: readonly string[]; onToggle: (value: string) => void; onToggleAll: () => void }) {
    const state = chosenIn(group.choices.map((choice) => choice.value), values);
    return (
        <fieldset>
            <legend>
                {group.title}{" "}
                <button type="button" class="link" aria-label={`${group.title}: ${state === "all" ? words.chooseNone : words.chooseAll}`} onClick={onToggleAll}>{state === "all" ? words.chooseNone : words.chooseAll}</button>
            </legend>
            {group.choices.map(({ value, title, detail }) => (
                <label key={value}>
                    <input type="checkbox" value={value} checked={values.includes(value)} onChange={() => onToggle(value)} />
                    <span><span>{title}</span>{detail !== undefined && <small class="quiet">{detail}</small>}</span>
                </label>
            ))}
        </fieldset>
    );
}
