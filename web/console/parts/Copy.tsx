import { useState } from "preact/hooks";
import { announce } from "./LiveRegion";
import { parts as words } from "./words";

export interface CopyProps {
    readonly text: string;
    readonly label?: string;
}

export function Copy({ text, label = words.copy }: CopyProps) {
    const [copied, setCopied] = useState(false);
    const copy = async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        announce(words.copied);
        setTimeout(() => setCopied(false), 1500);
    };
    return <button type="button" class="button small quiet copy" aria-label={label} title={label} onClick={() => void copy()}>{copied ? words.copied : label}</button>;
}

// An id or a secret with its copy button.
export function Code({ children }: { children: string }) {
    return <span class="code"><code>{children}</code><Copy text={children} /></span>;
}
