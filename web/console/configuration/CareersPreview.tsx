import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { CareersPage, Company } from "../api/types";
import { HtmlContent } from "../jobs/HtmlContent";
import { useDictionary } from "../jobs/job_layout";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { colorText, parseColor, readableOn, textOn, white, type Color } from "./color";
import { useLogo } from "./Logo";
import { configuration } from "./words";

const words = configuration.careers;
const kShownJobs = 3;
const kAccent: Color = { red: 11, green: 107, blue: 79 };  // without a colour of the company

function textsIn(page: CareersPage, language: string): Pick<CareersPage, "headline" | "introduction" | "confirmation"> {
    const found = page.translations?.find((one) => one.language === language);
    const either = (name: "headline" | "introduction" | "confirmation") => found?.[name] ?? page[name];
    const [headline, introduction, confirmation] = [either("headline"), either("introduction"), either("confirmation")];
    return { ...(headline !== undefined && { headline }), ...(introduction !== undefined && { introduction }), ...(confirmation !== undefined && { confirmation }) };
}

// The page as it will be, with what is typed now. It is always light, as the public page in a light theme.
export function CareersPreview({ page, company }: { page: CareersPage; company: Company }) {
    const [language, setLanguage] = useState("");
    const logo = useLogo(company);
    const jobs = useResource(at("/jobs", { postingStatus: "PUBLIC", limit: kShownJobs }));
    const texts = textsIn(page, language);
    const accent = colorText(readableOn(parseColor(page.accentColor) ?? kAccent, white));
    const header = parseColor(page.headerColor);
    const name = page.name ?? company.name;
    const isAdapted = page.accentColor !== undefined && parseColor(page.accentColor) !== undefined && accent !== page.accentColor.toLowerCase();
    return (
        <section aria-label={words.preview}>
            <header class="screen-head"><h2>{words.preview}</h2><PreviewLanguage page={page} value={language} onChange={setLanguage} /></header>
            <div class="page-preview" lang={language || undefined}>
                <div class="page-preview-head" style={header === undefined ? {} : { background: colorText(header), color: colorText(textOn(header)) }}>
                    {logo !== undefined && <img src={logo} alt="" />}
                    <strong><Text>{name}</Text></strong>
                </div>
                <div class="page-preview-body">
                    <h3><Text>{texts.headline ?? words.defaultHeadline(name)}</Text></h3>
                    {texts.introduction !== undefined && <HtmlContent html={texts.introduction} />}
                    <ul class="links">
                        {jobs.loading && <li><Skeleton lines={2} /></li>}
                        {!jobs.loading && !jobs.data?.content.length && <li>{words.noJobs}</li>}
                        {jobs.data?.content.map((job) => <li key={job.id}><span style={{ color: accent, textDecoration: "underline" }}><Text>{job.title}</Text></span> <small><Text>{job.location.city}</Text></small></li>)}
                    </ul>
                    <p><span class="page-preview-button" style={{ background: accent, color: colorText(textOn(parseColor(accent) ?? kAccent)) }}>{words.apply}</span></p>
                    <p class="page-preview-note"><strong>{words.afterwards}</strong> <Text>{texts.confirmation ?? words.defaultConfirmation}</Text></p>
                    <p class="page-preview-note">{[page.imprintUrl !== undefined && words.imprint, page.privacyUrl !== undefined && words.privacy].filter(Boolean).join(" · ")}</p>
                </div>
            </div>
            {isAdapted && <p class="quiet">{words.adapted}</p>}
        </section>
    );
}

function PreviewLanguage({ page, value, onChange }: { page: CareersPage; value: string; onChange: (language: string) => void }) {
    const languages = useDictionary("/v1/languages");
    const translations = page.translations ?? [];
    if (translations.length === 0) return null;
    return (
        <select aria-label={configuration.language} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">{words.firstLanguage}</option>
            {translations.map((one) => <option key={one.language} value={one.language}>{languages.find((language) => language.value === one.language)?.title ?? one.language}</option>)}
        </select>
    );
}
