import { at } from "../api/address";
import { send } from "../api/client";
import { JobAdInput as schema } from "../api/schemas";
import type { JobAdInput, JobAdItem } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { Differences } from "./Differences";
import type { TabProps } from "./Job";
import { sectionFields, useDictionary, useLocationFields } from "./job_layout";
import { jobs as words } from "./words";

export interface AdFormProps extends TabProps {
    readonly ad: JobAdItem | undefined;  // undefined: a new one
    readonly onClose: () => void;
}

function inputOf(ad: JobAdItem): JobAdInput {
    const { country: _, ...location } = ad.location ?? { country: undefined };
    return { title: ad.title, language: { code: ad.language.code }, jobAd: ad.jobAd, ...(ad.location && { location: location as JobAdInput["location"] }) } as JobAdInput;
}

function useLayout(own: boolean) {
    const languages = useDictionary("/v1/languages");
    const location = useLocationFields("/location");
    return [
        { path: "/title", label: words.form.title },
        { path: "/language/code", label: words.ads.language, kind: "language" as const, options: languages, half: true },
        ...sectionFields("/jobAd"),
        ...(own ? location : []),  // the place of the default ad is the job's
    ];
}

export function AdForm({ job, ad, onClose }: AdFormProps) {
    return (
        <section>
            <h2>{ad ? words.ads.edit : words.ads.add}</h2>
            <p class="quiet">{ad?.default ? words.ads.defaultHelp : ""} {ad?.postingStatus === "PUBLISHED" ? words.ads.published : ""}</p>
            {ad ? <EditAd job={job} ad={ad} onClose={onClose} /> : <NewAd job={job} onClose={onClose} />}
        </section>
    );
}

function NewAd({ job, onClose }: Omit<AdFormProps, "ad">) {
    const address = at("/jobs/{jobId}/jobads", { jobId: job.id });
    const create = async (body: JobAdInput) => {
        await send("POST", address, body, { changes: [{ entity: "job", id: job.id }] });
        toast(words.ads.created);
        return onClose;
    };
    return (
        <Form<JobAdInput> schema={schema} layout={useLayout(true)} value={{ title: job.title }} onCancel={onClose} submit={words.ads.add} onSubmit={create}
            request={(body) => ({ method: "POST", url: address, body })} />
    );
}

function EditAd({ job, ad, onClose }: AdFormProps & { ad: JobAdItem }) {
    const layout = useLayout(!ad.default);
    const address = at("/jobs/{jobId}/jobads/{jobAdId}", { jobId: job.id, jobAdId: ad.id });
    const editing = useComparing<"/jobs/{jobId}/jobads/{jobAdId}", JobAdInput>({
        address, opened: ad, formOf: (now = ad) => inputOf(now),
        write: async (body) => {
            await send("PUT", address, body, { changes: [{ entity: "job", id: job.id }] });
            return body;
        },
    });
    const save = async (typed: JobAdInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.ads.saved);
        return onClose;
    };
    return (
        <Form<JobAdInput> schema={schema} layout={layout} value={editing.value} onCancel={onClose} submit={words.save} onSubmit={save} onTheirs={editing.onTheirs}
            request={(body) => ({ method: "PUT", url: address, body })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as JobAdInput} mine={typed} />} />
    );
}
