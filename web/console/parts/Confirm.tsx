// Asks before what cannot be undone: if (await confirm({ title, text, action, danger: true })) …
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { AsCurl, type RequestDescription } from "./AsCurl";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { parts as words } from "./words";

export interface Question {
    readonly title: string;
    readonly text: ComponentChildren;  // what exactly will go
    readonly action: string;           // the verb of the button
    readonly otherwise?: string;
    readonly danger?: boolean;
    readonly request?: RequestDescription;  // "as curl"
}

const asked = signal<{ question: Question; answer: (yes: boolean) => void } | undefined>(undefined);

export function confirm(question: Question): Promise<boolean> {
    asked.peek()?.answer(false);
    return new Promise((resolve) => {
        asked.value = {
            question,
            answer: (yes) => {
                asked.value = undefined;
                resolve(yes);
            },
        };
    });
}

// Before typed text is lost.
export function askToDiscard(): Promise<boolean> {
    return confirm({ title: words.discardTitle, text: words.discardText, action: words.discard, otherwise: words.keepEditing, danger: true });
}

// Mounted once, by the shell.
export function Confirms() {
    if (asked.value === undefined) return null;
    const { question, answer } = asked.value;
    return (
        <Dialog title={question.title} onClose={() => answer(false)} footer={<>
            {question.request && <AsCurl request={question.request} />}
            <Button onClick={() => answer(false)}>{question.otherwise ?? words.cancel}</Button>
            <Button kind={question.danger ? "danger" : "primary"} onClick={() => answer(true)}>{question.action}</Button>
        </>}>
            <div class="long-text">{question.text}</div>
        </Dialog>
    );
}
