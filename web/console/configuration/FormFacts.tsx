import type { ApplicationForm } from "../api/types";
import { LongText, OutsideLink, Text } from "../parts/Text";
import { QuestionSummary } from "./Questions";
import { configuration } from "./words";

const words = configuration.form;

// A form for those who may not change it.
export function FormFacts({ form }: { form: ApplicationForm }) {
    const { questions = [], consents = [], privacyPolicies = [] } = form;
    return (
        <>
            <h2>{words.questions}</h2>
            {questions.length === 0 ? <p class="quiet">{words.noQuestions}</p> : <ol>{questions.map((question, index) => <li key={question.id}><QuestionSummary question={question} earlier={questions.slice(0, index)} /></li>)}</ol>}
            <h2>{words.consents}</h2>
            {consents.length === 0 ? <p class="quiet">{words.noConsents}</p> : consents.map((consent) => <section key={consent.scope}><h3>{words.scopes[consent.scope]}</h3><LongText>{consent.label}</LongText></section>)}
            <h2>{words.policies}</h2>
            {privacyPolicies.length === 0 ? <p class="quiet">{words.noPolicies}</p> : <ul>{privacyPolicies.map((policy) => <li key={policy.url}><Text>{policy.orgName}</Text>: <OutsideLink href={policy.url} /></li>)}</ul>}
        </>
    );
}
