import { useState } from "preact/hooks";
import { parts as words } from "./words";

export interface TagInputProps {
    readonly id: string;
    readonly values: readonly string[];
    readonly onChange: (values: string[]) => void;
    readonly placeholder?: string;
    readonly commas?: boolean | undefined;  // a comma is part of a value, and does not end it
}

export function TagInput({ id, values, onChange, placeholder, commas = false, ...described }: TagInputProps) {
    const [typed, setTyped] = useState("");
    const add = () => {
        const tag = typed.trim();
        setTyped("");
        if (tag !== "" && !values.includes(tag)) onChange([...values, tag]);
    };
    return (
        <div class="tags">
            {values.map((tag) => (
                <span key={tag} class="chip">
                    <bdi>{tag}</bdi>
                    <button type="button" aria-label={words.removeTag(tag)} onClick={() => onChange(values.filter((one) => one !== tag))}>×</button>
                </span>
            ))}
            <input {...described} id={id} value={typed} placeholder={placeholder} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} onBlur={add}
                onKeyDown={(event) => {
                    if (event.key === "Enter" || (event.key === "," && !commas)) { event.preventDefault(); add(); }
                    else if (event.key === "Backspace" && typed === "") onChange(values.slice(0, -1));
                }} />
        </div>
    );
}
