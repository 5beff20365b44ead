import { useDictionary } from "../jobs/job_layout";
import { Button } from "../parts/Button";
import { configuration } from "./words";

const words = configuration.form;

export interface TranslationsProps {
    readonly texts: Readonly<Record<string, string>> | undefined;  // by the code of the language
    readonly onChange: (texts: Record<string, string> | undefined) => void;
}

// A text in other languages. Closed while there is none.
export function Translations({ texts = {}, onChange }: TranslationsProps) {
    const languages = useDictionary("/v1/languages");
    const codes = Object.keys(texts);
    const titleOf = (code: string) => languages.find((language) => language.value === code)?.title ?? code;
    const remove = (code: string) => {
        const rest = Object.fromEntries(Object.entries(texts).filter(([one]) => one !== code));
        onChange(Object.keys(rest).length === 0 ? undefined : rest);
    };
    return (
        <details open={codes.length > 0}>
            <summary>{words.translations} {codes.length > 0 && <span class="count">{codes.length}</span>}</summary>
            {codes.map((code) => (
                <div key={code} class="pair">
                    <span>{titleOf(code)}</span>
                    <input type="text" lang={code} dir="auto" aria-label={words.translationText(titleOf(code))} value={texts[code]} onInput={(event) => onChange({ ...texts, [code]: event.currentTarget.value })} />
                    <Button small kind="quiet" label={configuration.remove(titleOf(code))} onClick={() => remove(code)}>✕</Button>
                </div>
            ))}
            <select aria-label={words.addTranslation} value="" onChange={(event) => {
                const code = event.currentTarget.value;
                event.currentTarget.value = "";
                if (code !== "") onChange({ ...texts, [code]: "" });
            }}>
                <option value="">{words.addTranslation} …</option>
                {languages.filter((language) => !codes.includes(language.value)).map((language) => <option key={language.value} value={language.value}>{language.title}</option>)}
            </select>
        </details>
    );
}
