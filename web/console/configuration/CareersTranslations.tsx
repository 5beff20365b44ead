import type { CareersPageTranslation } from "../api/types";
import { useDictionary } from "../jobs/job_layout";
import { Button } from "../parts/Button";
import { configuration } from "./words";

const words = configuration.careers;

export interface CareersTranslationsProps {
    readonly translations: readonly CareersPageTranslation[];
    readonly onChange: (translations: CareersPageTranslation[] | undefined) => void;
}

// The texts of the page in other languages; what is empty is shown in the first one.
export function CareersTranslations({ translations, onChange }: CareersTranslationsProps) {
    const languages = useDictionary("/v1/languages");
    const titleOf = (code: string) => languages.find((language) => language.value === code)?.title ?? code;
    const set = (list: CareersPageTranslation[]) => onChange(list.length === 0 ? undefined : list);
    const change = (language: string, name: "headline" | "introduction" | "confirmation", text: string) => set(translations.map((one) => {
        if (one.language !== language) return one;
        const { [name]: _, ...rest } = one;
        return text === "" ? rest : { ...rest, [name]: text };
    }));
    return (
        <>
            {translations.map((one) => (
                <fieldset key={one.language} class="editor-part" lang={one.language}>
                    <legend>{titleOf(one.language)}</legend>
                    <label>{words.headline}<input type="text" dir="auto" maxLength={200} value={one.headline ?? ""} onInput={(event) => change(one.language, "headline", event.currentTarget.value)} /></label>
                    <label>{words.introduction}<textarea rows={3} dir="auto" maxLength={10000} value={one.introduction ?? ""} onInput={(event) => change(one.language, "introduction", event.currentTarget.value)} /></label>
                    <label>{words.confirmation}<textarea rows={2} dir="auto" maxLength={2000} value={one.confirmation ?? ""} onInput={(event) => change(one.language, "confirmation", event.currentTarget.value)} /></label>
                    <Button small label={configuration.remove(titleOf(one.language))} onClick={() => set(translations.filter((other) => other !== one))}>✕</Button>
                </fieldset>
            ))}
            <select aria-label={words.addTranslation} value="" onChange={(event) => {
                const language = event.currentTarget.value;
                event.currentTarget.value = "";
                if (language !== "") set([...translations, { language }]);
            }}>
                <option value="">{words.addTranslation} …</option>
                {languages.filter((language) => !translations.some((one) => one.language === language.value)).map((language) => <option key={language.value} value={language.value}>{language.title}</option>)}
            </select>
        </>
    );
}
