import type { FormChoice, FormField, FormFieldType } from "../api/types";
import { AddLine } from "../parts/AddLine";
import { Button } from "../parts/Button";
import { Sortable } from "../parts/Sortable";
import { hasChoices, kFieldTypes, newChoice } from "./application_form";
import { Translations } from "./Translations";
import { configuration } from "./words";

const words = configuration.form;

export interface FieldEditorProps {
    readonly field: FormField;
    readonly number: number;
    readonly onChange: (field: FormField) => void;
    readonly onRemove: (() => void) | undefined;  // absent: the only field
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
    const { [key]: _, ...rest } = value;
    return rest;
}

// One field of a question: what kind of answer it takes, and its choices.
export function FieldEditor({ field, number, onChange, onRemove }: FieldEditorProps) {
    const choices = field.values ?? [];
    const change = (part: Partial<FormField>) => onChange({ ...field, ...part });
    const setTranslations = (translations: Record<string, string> | undefined) => onChange(translations === undefined ? without(field, "translations") : { ...field, translations });
    return (
        <fieldset class="editor-part">
            <legend>{words.field(number)}</legend>
            <div class="fields">
                <div class="field half"><label>{words.fieldType}
                    <select value={field.type} onChange={(event) => change({ type: event.currentTarget.value as FormFieldType })}>
                        {kFieldTypes.map((type) => <option key={type} value={type}>{words.fieldTypes[type]}</option>)}
                    </select>
                </label></div>
                <div class="field half"><label>{words.fieldLabel}<input type="text" dir="auto" maxLength={4000} value={field.label} onInput={(event) => change({ label: event.currentTarget.value })} /></label></div>
            </div>
            {field.type !== "INFORMATION" && <p><label class="beside"><input type="checkbox" checked={field.required === true} onChange={(event) => change({ required: event.currentTarget.checked })} /> {words.required}</label></p>}
            {field.type !== "INFORMATION" && (
                <p><label class="beside"><input type="checkbox" checked={field.complianceType === "DIVERSITY"} onChange={(event) => onChange(event.currentTarget.checked ? { ...field, complianceType: "DIVERSITY" } : without(field, "complianceType"))} /> {words.diversity}</label></p>
            )}
            <Translations texts={field.translations} onChange={setTranslations} />
            {hasChoices(field.type) && <Choices choices={choices} onChange={(values) => change({ values })} />}
            {onRemove && <Button small onClick={onRemove}>{words.removeField}</Button>}
        </fieldset>
    );
}

function Choices({ choices, onChange }: { choices: readonly FormChoice[]; onChange: (choices: FormChoice[]) => void }) {
    const change = (id: string, part: (choice: FormChoice) => FormChoice) => onChange(choices.map((choice) => (choice.id === id ? part(choice) : choice)));
    return (
        <>
            <h4>{words.choices}</h4>
            <Sortable label={words.choices} items={choices} keyOf={(choice) => choice.id} nameOf={(choice) => choice.label} onChange={onChange} render={(choice) => (
                <>
                    <div class="step">
                        <input type="text" aria-label={words.choice} maxLength={1000} dir="auto" value={choice.label} onInput={(event) => { const label = event.currentTarget.value; change(choice.id, (one) => ({ ...one, label })); }} />
                        <Button small kind="quiet" label={configuration.remove(choice.label)} onClick={() => onChange(choices.filter((one) => one.id !== choice.id))}>✕</Button>
                    </div>
                    <Translations texts={choice.translations} onChange={(translations) => change(choice.id, (one) => (translations === undefined ? without(one, "translations") : { ...one, translations }))} />
                </>
            )} />
            <AddLine label={words.addChoice} action={configuration.add} maxLength={1000} onAdd={(label) => onChange([...choices, newChoice(label, choices)])} />
        </>
    );
}
