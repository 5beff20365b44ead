import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { JobAdSections, JobDetails, Posting } from "../api/types";
import { Copy } from "../parts/Copy";
import { Loaded } from "../parts/Loaded";
import { OutsideLink, Text } from "../parts/Text";
import { useQuery } from "../router";
import { HtmlContent } from "./HtmlContent";
import type { TabProps } from "./Job";
import { sectionNames } from "./job_layout";
import { publicPlace, type PublicPlace } from "./public_page";
import { jobs } from "./words";

const words = jobs.publication;

// The links of a published job, and how its ad looks.
export function PublicPage({ job }: TabProps) {
    const applyUrl = job.actions.applyOnWeb?.url;
    const place = publicPlace(applyUrl);
    const [shown, setShown] = useQuery("preview");
    const current = place === undefined || shown === "draft" ? "draft" : "published";
    return (
        <section class="panel">
            {place === undefined || applyUrl === undefined ? <p class="quiet">{words.noPage}</p> : <Links place={place} applyUrl={applyUrl} internal={job.postingStatus === "INTERNAL"} />}
            <header class="screen-head">
                <h2>{words.preview}</h2>
                {place !== undefined && (
                    <div class="segments" role="group" aria-label={words.preview}>
                        <button type="button" aria-pressed={current === "published"} onClick={() => setShown("")}>{words.previewPublished}</button>
                        <button type="button" aria-pressed={current === "draft"} onClick={() => setShown("draft")}>{words.previewDraft}</button>
                    </div>
                )}
            </header>
            {place !== undefined && current === "published" ? <Published job={job} place={place} /> : <Draft job={job} />}
        </section>
    );
}

function Links({ place, applyUrl, internal }: { place: PublicPlace; applyUrl: string; internal: boolean }) {
    return (
        <>
            <dl class="facts">
                <div><dt>{words.page}</dt><dd><OutsideLink href={place.page} /> <Copy text={place.page} label={words.copyPage} /></dd></div>
                <div><dt>{words.applyLink}</dt><dd><OutsideLink href={applyUrl} /> <Copy text={applyUrl} label={words.copyApply} /></dd></div>
            </dl>
            <p class="quiet">{internal ? words.internalText : words.pageText}</p>
        </>
    );
}

interface PreviewProps {
    readonly title: string;
    readonly language: string;
    readonly line: readonly (string | undefined)[];
    readonly fields: readonly { readonly label: string; readonly value: string }[];
    readonly sections: JobAdSections;
}

// What candidates read. The page itself has the colours of the company.
function Preview({ title, language, line, fields, sections }: PreviewProps) {
    return (
        <article class="posting-preview" lang={language}>
            <h3><Text>{title}</Text></h3>
            <p class="quiet"><Text>{line.filter((part) => part !== undefined && part !== "").join(" · ")}</Text></p>
            {fields.length > 0 && <dl class="facts">{fields.map((field) => <div key={field.label}><dt><Text>{field.label}</Text></dt><dd><Text>{field.value}</Text></dd></div>)}</dl>}
            {sectionNames.map((name) => {
                const section = sections[name];
                if (section?.text === undefined || section.text === "") return null;
                return <section key={name}><h3><Text>{section.title ?? jobs.section[name]}</Text></h3><HtmlContent html={section.text} /></section>;
            })}
        </article>
    );
}

function Published({ job, place: { company, postingId } }: { job: JobDetails; place: PublicPlace }) {
    const posting = useResource(at("/v1/companies/{company}/postings/{postingId}", { company, postingId }));
    return (
        <Loaded resource={posting} lines={6}>
            {(data: Posting) => (
                <>
                    {job.updatedOn > data.releasedDate && <p class="notice">{words.outdated}</p>}
                    <Preview title={data.name} language={data.language.code} sections={data.jobAd.sections} fields={data.customField.map((field) => ({ label: field.fieldLabel, value: field.valueLabel }))}
                        line={[data.location.fullLocation, data.location.remote ? jobs.form.remote : undefined, data.location.hybrid ? jobs.form.hybrid : undefined, data.department?.label, data.typeOfEmployment?.label]} />
                </>
            )}
        </Loaded>
    );
}

// Public postings show properties that are active and visible.
function Draft({ job }: TabProps) {
    const definitions = useResource(at("/configuration/job-properties")).data?.content ?? [];
    const isShown = (id: string) => definitions.some((one) => one.id === id && one.active && one.visible);
    const fields = (job.properties ?? []).filter((property) => isShown(property.id)).map((property) => ({ label: property.label, value: property.value.label }));
    const { location } = job;
    return (
        <Preview title={job.title} language={job.jobAd.language.code} sections={job.jobAd.sections} fields={fields}
            line={[[location.city, location.region, location.country].filter(Boolean).join(", "), location.remote ? jobs.form.remote : undefined, location.hybrid ? jobs.form.hybrid : undefined, job.department?.label, job.typeOfEmployment?.label]} />
    );
}
