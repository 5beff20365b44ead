import { useContext, useEffect, useState } from "preact/hooks";
import type { Address } from "../api/address";
import { drop } from "../api/cache";
import { call } from "../api/client";
import { useDictionary } from "../jobs/job_layout";
import { AroundForm, mayClose } from "../leave_guard";
import { Dialog } from "../parts/Dialog";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { propertiesAddress } from "./job_property";
import { configuration } from "./words";

const words = configuration.jobProperty;

type TranslationsPath = "/configuration/job-properties/{jobPropertyId}/translations" | "/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/translations";

export interface TranslateDialogProps {
    readonly name: string;
    readonly address: Address<TranslationsPath>;
    readonly labelIn: (language: string, signal: AbortSignal) => Promise<string>;  // what it is called now
    readonly onClose: () => void;
}

interface Translation {
    readonly language: string;
    readonly label: string;
}

// The name of a property, or of one of its values, in one more language.
export function TranslateDialog({ name, address, labelIn, onClose }: TranslateDialogProps) {
    return <Dialog title={words.translateOf(name)} onClose={onClose}><Translate address={address} labelIn={labelIn} onClose={onClose} /></Dialog>;
}

function Translate({ address, labelIn, onClose }: Omit<TranslateDialogProps, "name">) {
    const [language, setLanguage] = useState("");
    const dialog = useContext(AroundForm);
    const choose = (wanted: string) => void mayClose((guard) => guard.dialog === dialog).then((may) => { if (may) setLanguage(wanted); });
    const known = useKnown(address, language, labelIn);
    const save = async ({ label }: Translation) => {
        await call("PATCH", address, [{ language, label }], { contentType: "application/json" });
        drop({ prefix: propertiesAddress });
        toast(words.translated);
        return onClose;
    };
    return (
        <>
            <LanguageSelect value={language} onChange={choose} />
            {language !== "" && (
                <Form<Translation> key={language} layout={[{ path: "/label", label: words.translation, kind: "text", required: true, help: words.translateHelp }]} value={{ label: known }} onSubmit={save} onCancel={onClose}
                    request={({ label }) => ({ method: "PATCH", url: address, body: [{ language, label }], contentType: "application/json" })} />
            )}
        </>
    );
}

// Without a translation, the API answers with the English name.
function useKnown(address: string, language: string, labelIn: TranslateDialogProps["labelIn"]): string {
    const [label, setLabel] = useState("");
    useEffect(() => {
        setLabel("");
        if (language === "") return undefined;
        const stopper = new AbortController();
        labelIn(language, stopper.signal).then((known) => { if (!stopper.signal.aborted) setLabel(known); }, () => {});  // without it, the field is empty
        return () => stopper.abort();
    }, [address, language]);
    return label;
}

export function LanguageSelect({ value, onChange, without = [] }: { value: string; onChange: (language: string) => void; without?: readonly string[] }) {
    const choose = (select: HTMLSelectElement) => {
        const wanted = select.value;
        select.value = value;  // until it is set: the form of the present one may ask first
        onChange(wanted);
    };
    const languages = useDictionary("/v1/languages").filter((language) => !without.includes(language.value));
    return (
        <div class="field">
            <label>{configuration.language}
                <select value={value} onChange={(event) => choose(event.currentTarget)}>
                    <option value="">{configuration.language} …</option>
                    {languages.map((language) => <option key={language.value} value={language.value}>{language.title}</option>)}
                </select>
            </label>
        </div>
    );
}
