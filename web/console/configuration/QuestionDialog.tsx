import { useState } from "preact/hooks";
import type { FormCondition, FormQuestion } from "../api/types";
import { useLeaveGuard } from "../leave_guard";
import { Button } from "../parts/Button";
import { askToDiscard } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { parts } from "../parts/words";
import { conditionSources, faultOf, newField, tidied } from "./application_form";
import { FieldEditor } from "./FieldEditor";
import { Translations } from "./Translations";
import { configuration } from "./words";

const words = configuration.form;

export interface QuestionDialogProps {
    readonly opened: FormQuestion;
    readonly earlier: readonly FormQuestion[];  // questions before it, for its condition
    readonly onDone: (question: FormQuestion) => void;
    readonly onClose: () => void;
}

// One question. It becomes part of the form with "Done", and is saved with the form.
export function QuestionDialog({ opened, earlier, onDone, onClose }: QuestionDialogProps) {
    const [question, setQuestion] = useState(opened);
    const [fault, setFault] = useState<string>();
    const change = (part: Partial<FormQuestion>) => setQuestion({ ...question, ...part });
    const { mayClose } = useLeaveGuard(JSON.stringify(question) !== JSON.stringify(opened), askToDiscard);
    const close = async () => { if (await mayClose()) onClose(); };
    const done = () => {
        const found = faultOf(question);
        setFault(found);
        if (found === undefined) onDone(tidied(question));
    };
    const setTranslations = (translations: Record<string, string> | undefined) => {
        const { translations: _, ...rest } = question;
        setQuestion(translations === undefined ? rest : { ...rest, translations });
    };
    return (
        <Dialog title={words.question} wide onClose={() => void close()} footer={<><Button kind="primary" onClick={done}>{words.done}</Button><Button onClick={() => void close()}>{parts.cancel}</Button></>}>
            <div class="field"><label>{words.label}<textarea data-first rows={2} dir="auto" maxLength={4000} value={question.label} onInput={(event) => change({ label: event.currentTarget.value })} /></label></div>
            <Translations texts={question.translations} onChange={setTranslations} />
            <div class="field"><label>{words.nameOf} <span class="quiet">{parts.optional}</span><input type="text" dir="auto" maxLength={100} value={question.name ?? ""} onInput={(event) => change({ name: event.currentTarget.value })} /></label><p class="help">{words.nameHelp}</p></div>
            <p><label class="beside"><input type="checkbox" checked={question.repeatable === true} onChange={(event) => change({ repeatable: event.currentTarget.checked })} /> {words.repeatable}</label></p>
            {question.fields.map((field, index) => (
                <FieldEditor key={field.id} field={field} number={index + 1} onChange={(next) => change({ fields: question.fields.map((one) => (one.id === field.id ? next : one)) })}
                    onRemove={question.fields.length > 1 ? () => change({ fields: question.fields.filter((one) => one.id !== field.id) }) : undefined} />
            ))}
            <Button small onClick={() => change({ fields: [...question.fields, newField(question.fields)] })}>{words.addField}</Button>
            <Condition question={question} earlier={earlier} onChange={setQuestion} />
            {fault !== undefined && <p class="notice bad" role="alert">{fault}</p>}
        </Dialog>
    );
}

function Condition({ question, earlier, onChange }: { question: FormQuestion; earlier: readonly FormQuestion[]; onChange: (question: FormQuestion) => void }) {
    const sources = conditionSources(earlier);
    const { condition, ...rest } = question;
    const keyOf = (questionId: string, fieldId: string) => `${questionId}/${fieldId}`;
    const current = condition === undefined ? "" : keyOf(condition.questionId, condition.fieldId);
    const source = sources.find((one) => keyOf(one.question.id, one.field.id) === current);
    const choose = (key: string) => {
        const wanted = sources.find((one) => keyOf(one.question.id, one.field.id) === key);
        onChange(wanted === undefined ? rest : { ...rest, condition: { questionId: wanted.question.id, fieldId: wanted.field.id, valueIds: [] } });
    };
    const toggle = (kept: FormCondition, id: string) => {
        const valueIds = kept.valueIds.includes(id) ? kept.valueIds.filter((one) => one !== id) : [...kept.valueIds, id];
        onChange({ ...rest, condition: { ...kept, valueIds } });
    };
    if (sources.length === 0 && condition === undefined) return null;
    return (
        <fieldset class="editor-part">
            <legend>{words.condition}</legend>
            <label>{words.conditionQuestion}
                <select value={source === undefined ? "" : current} onChange={(event) => choose(event.currentTarget.value)}>
                    <option value="">{words.always}</option>
                    {sources.map((one) => <option key={keyOf(one.question.id, one.field.id)} value={keyOf(one.question.id, one.field.id)}>{one.question.name ?? one.question.label}{one.question.fields.length > 1 ? `: ${one.field.label}` : ""}</option>)}
                </select>
            </label>
            {condition !== undefined && source !== undefined && (
                <div class="possible" role="group" aria-label={words.conditionValues}>
                    <span>{words.conditionValues}</span>
                    {(source.field.values ?? []).map((choice) => <label key={choice.id}><input type="checkbox" checked={condition.valueIds.includes(choice.id)} onChange={() => toggle(condition, choice.id)} /> <bdi>{choice.label}</bdi></label>)}
                </div>
            )}
        </fieldset>
    );
}
