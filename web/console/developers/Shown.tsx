// What developers copy: code, and secrets that are shown once.
import type { ComponentChildren } from "preact";
import { Button } from "../parts/Button";
import { Copy } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { developers as words } from "./words";

// Text to copy, as it is: a URL, a command, headers.
export function CodeBlock({ text, label }: { text: string; label: string }) {
    return (
        <div class="code-block">
            <pre tabIndex={0} aria-label={label}>{text}</pre>
            <Copy text={text} />
        </div>
    );
}

export interface SecretOnceProps {
    readonly title: string;
    readonly values: readonly { readonly label: string; readonly value: string }[];
    readonly children?: ComponentChildren;  // how to use it
    readonly onClose: () => void;
}

// Closed only by its button, so that a secret is not lost by a click beside it.
export function SecretOnce({ title, values, children, onClose }: SecretOnceProps) {
    return (
        <Dialog title={title} wide footer={<Button kind="primary" onClick={onClose}>{words.stored}</Button>}>
            <p class="notice bad" role="alert">{words.once}</p>
            <dl class="facts">
                {values.map(({ label, value }) => <div key={label}><dt>{label}</dt><dd><CodeBlock text={value} label={label} /></dd></div>)}
            </dl>
            {children}
        </Dialog>
    );
}
