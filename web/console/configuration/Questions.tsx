import type { FormQuestion } from "../api/types";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Sortable } from "../parts/Sortable";
import { Text } from "../parts/Text";
import { conditionText, isBroken } from "./application_form";
import { configuration } from "./words";

const words = configuration.form;

export interface QuestionsProps {
    readonly questions: readonly FormQuestion[];
    readonly replaced?: ReadonlySet<string>;  // ids of questions of the company that these replace
    readonly onChange: (questions: FormQuestion[]) => void;
    readonly onEdit: (index: number) => void;
    readonly onAdd: () => void;
}

// The questions of a form, in the order in which they are asked.
export function Questions({ questions, replaced, onChange, onEdit, onAdd }: QuestionsProps) {
    return (
        <>
            {questions.length === 0 && <p class="quiet">{words.noQuestions}</p>}
            <Sortable label={words.questions} items={questions} keyOf={(question) => question.id} nameOf={nameOf} onChange={onChange} render={(question, index) => (
                <div class="step">
                    <QuestionSummary question={question} earlier={questions.slice(0, index)} replaces={replaced?.has(question.id) ?? false} />
                    <Button small kind="quiet" label={`${words.editQuestion}: ${nameOf(question)}`} onClick={() => onEdit(index)}>{words.editQuestion}</Button>
                    <Button small kind="quiet" label={configuration.remove(nameOf(question))} onClick={() => onChange(questions.filter((one) => one.id !== question.id))}>✕</Button>
                </div>
            )} />
            <Button small onClick={onAdd}>{words.addQuestion}</Button>
        </>
    );
}

export function nameOf(question: FormQuestion): string {
    return question.name ?? (question.label.trim() || words.untitled);
}

export function QuestionSummary({ question, earlier, replaces = false }: { question: FormQuestion; earlier: readonly FormQuestion[]; replaces?: boolean }) {
    const only = conditionText(question, earlier);
    return (
        <div class="question">
            <strong><Text>{question.label || words.untitled}</Text></strong>
            <span class="question-summary quiet">
                {question.name !== undefined && <Text>{question.name}</Text>}
                {question.fields.map((field) => <span key={field.id}>{words.fieldTypes[field.type]}{field.required && ` · ${words.required}`}</span>)}
                {only !== undefined && <Text>{only}</Text>}
                {replaces && <Badge>{words.copyOf}</Badge>}
                {isBroken(question, earlier) && <Badge tone="bad">{words.brokenCondition}</Badge>}
            </span>
        </div>
    );
}
