import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Address } from "../api/address";
import { ApiError } from "../api/errors";
import { ApplicationForm as schema } from "../api/schemas";
import type { ApplicationForm, FormConsent, FormQuestion, PrivacyPolicy } from "../api/types";
import { Differences } from "../jobs/Differences";
import { Button } from "../parts/Button";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { describedFault, newQuestion, questionsText } from "./application_form";
import { Consents, Policies } from "./Consents";
import { QuestionDialog } from "./QuestionDialog";
import { Questions } from "./Questions";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.form;

export interface FormEditorProps {
    readonly address: Address<"/configuration/application-form" | "/jobs/{jobId}/application-form">;
    readonly opened: ApplicationForm;
    readonly version: string | undefined;
    readonly company?: ApplicationForm;  // of a job: what it adds to
}

interface Edited {
    readonly questions: readonly FormQuestion[];
    readonly index: number;
    readonly onChange: (questions: FormQuestion[]) => void;
}

// Faults inside of the questions say which question they are about.
function withNumbers(error: unknown): unknown {
    if (!(error instanceof ApiError)) return error;
    const faults = error.faults.map((fault) => (fault.dataPath === undefined ? fault : { ...fault, message: describedFault(fault.dataPath, fault.message) }));
    return new ApiError(error.status, error.message, faults, error.requestId, error.retryAfter);
}

// The form of a company, or what a job adds to it. Saved as a whole; a version of somebody else is shown, not overwritten.
export function FormEditor({ address, opened, version, company }: FormEditorProps) {
    const editing = useEditing({ method: "PUT", address, opened, version, formOf: (form) => form, bodyOf: (form) => form, changes: [{ prefix: address }] });
    const [edited, setEdited] = useState<Edited>();
    const replaced = new Set((company?.questions ?? []).map((question) => question.id));
    const save = async (typed: ApplicationForm, options: { overwrite: boolean }) => {
        await editing.save(typed, options).catch((error: unknown) => Promise.reject(withNumbers(error)));
        toast(configuration.saved);
    };
    const layout: FieldLayout[] = [
        {
            path: "/questions", label: words.questions, plain: true, textOf: questionsText,
            render: (value, onChange) => {
                const questions = (value as FormQuestion[] | undefined) ?? [];
                const open = (index: number, list: readonly FormQuestion[] = questions) => setEdited({ questions: list, index, onChange });
                return (
                    <>
                        {company && <CompanyQuestions company={company} own={questions} onReplace={(question) => open(questions.length, [...questions, question])} />}
                        <Questions questions={questions} replaced={replaced} onChange={onChange} onEdit={(index) => open(index)} onAdd={() => open(questions.length, [...questions, newQuestion(crypto.randomUUID())])} />
                    </>
                );
            },
        },
        {
            path: "/consents", label: words.consents, plain: true, textOf: (value) => (value as FormConsent[]).map((consent) => words.scopes[consent.scope]).join(", "),
            render: (value, onChange) => (
                <OwnOrCompany own={value !== undefined} company={company} onOwn={() => onChange(company?.consents ?? [])} onCompany={() => onChange(undefined)}>
                    <Consents consents={(value as FormConsent[] | undefined) ?? []} onChange={onChange} />
                </OwnOrCompany>
            ),
        },
        {
            path: "/privacyPolicies", label: words.policies, plain: true, textOf: (value) => (value as PrivacyPolicy[]).map((policy) => policy.url).join(", "),
            render: (value, onChange) => (
                <OwnOrCompany own={value !== undefined} company={company} onOwn={() => onChange(company?.privacyPolicies ?? [])} onCompany={() => onChange(undefined)}>
                    <Policies policies={(value as PrivacyPolicy[] | undefined) ?? []} onChange={onChange} />
                </OwnOrCompany>
            ),
        },
        {
            path: "/avatarUploadAvailable", label: words.avatar, plain: true, textOf: (value) => (value === true ? words.yes : words.no),
            render: (value, onChange) => (
                <select aria-label={words.avatar} value={value === undefined ? "" : String(value)} onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value === "true")}>
                    {company ? <option value="">{words.asCompany}</option> : <option value="">{words.yes}</option>}
                    {company && <option value="true">{words.yes}</option>}
                    <option value="false">{words.no}</option>
                </select>
            ),
        },
    ];
    const question = edited?.questions[edited.index];
    return (
        <>
            <Form<ApplicationForm> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as ApplicationForm} mine={typed} />} />
            {edited && question && (
                <QuestionDialog key={question.id} opened={question} earlier={edited.questions.slice(0, edited.index)} onClose={() => setEdited(undefined)} onDone={(next) => {
                    edited.onChange(edited.questions.map((one, index) => (index === edited.index ? next : one)));
                    setEdited(undefined);
                }} />
            )}
        </>
    );
}

// What a job does not have itself is the company's.
function OwnOrCompany({ own, company, onOwn, onCompany, children }: { own: boolean; company: ApplicationForm | undefined; onOwn: () => void; onCompany: () => void; children: ComponentChildren }) {
    if (company === undefined) return <>{children}</>;
    if (!own) return <p class="buttons"><span class="quiet">{words.asCompany}</span><Button small onClick={onOwn}>{words.useOwn}</Button></p>;
    return <>{children}<p><Button small onClick={onCompany}>{words.useCompany}</Button></p></>;
}

function CompanyQuestions({ company, own, onReplace }: { company: ApplicationForm; own: readonly FormQuestion[]; onReplace: (question: FormQuestion) => void }) {
    const questions = company.questions ?? [];
    return (
        <details>
            <summary>{words.companyQuestions} <span class="count">{questions.length}</span></summary>
            {questions.length === 0 && <p class="quiet">{words.noCompanyQuestions}</p>}
            <ol>
                {questions.map((question) => (
                    <li key={question.id} class="buttons">
                        <bdi>{question.label}</bdi>
                        {own.some((one) => one.id === question.id) ? <span class="quiet">{words.replaced}</span> : <Button small kind="quiet" label={`${words.replaceHere}: ${question.label}`} onClick={() => onReplace(withoutCondition(question))}>{words.replaceHere}</Button>}
                    </li>
                ))}
            </ol>
        </details>
    );
}

// A condition can name questions of the same form only.
function withoutCondition({ condition: _, ...question }: FormQuestion): FormQuestion {
    return question;
}
