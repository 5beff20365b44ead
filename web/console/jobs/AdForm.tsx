import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch } from "../api/cache";
import { read, send } from "../api/client";
import { ConflictError } from "../api/errors";
import { JobAdInput as schema } from "../api/schemas";
import type { JobAdInput, JobAdItem } from "../api/types";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { Differences } from "./Differences";
import type { TabProps } from "./Job";
import { differencesOf, rebased } from "./job_change";
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
    const [base] = useState<JobAdInput>(() => (ad ? inputOf(ad) : { title: job.title }));
    const [theirs, setTheirs] = useState<JobAdInput>();
    const layout = useLayout(ad?.default !== true);
    const list = at("/jobs/{jobId}/jobads", { jobId: job.id });
    const changes = [{ entity: "job" as const, id: job.id }];

    const create = async (body: JobAdInput) => {
        await send("POST", list, body, { changes });
        toast(words.ads.created);
        onClose();
    };
    const replace = async (jobAdId: string, mine: JobAdInput, overwrite: boolean) => {
        const address = at("/jobs/{jobId}/jobads/{jobAdId}", { jobId: job.id, jobAdId });
        const current = await read(address);
        const now = inputOf(current);
        const seen = overwrite && theirs ? theirs : base;
        if (differencesOf(seen, now).length > 0 && differencesOf(mine, now).length > 0) {
            patch(list, (ads) => ads.map((one) => (one.id === jobAdId ? current : one)));
            setTheirs(now);
            throw new ConflictError(current);
        }
        await send("PUT", address, rebased(base, mine, now), { changes });
        toast(words.ads.saved);
        onClose();
    };
    return (
        <section>
            <h2>{ad ? words.ads.edit : words.ads.add}</h2>
            <p class="quiet">{ad?.default ? words.ads.defaultHelp : ""} {ad?.postingStatus === "PUBLISHED" ? words.ads.published : ""}</p>
            <Form<JobAdInput> schema={schema} layout={layout} value={theirs ?? base} onCancel={onClose} submit={ad ? words.save : words.ads.add}
                onSubmit={(body, { overwrite }) => (ad ? replace(ad.id, body, overwrite) : create(body))}
                request={(body) => (ad ? { method: "PUT", url: at("/jobs/{jobId}/jobads/{jobAdId}", { jobId: job.id, jobAdId: ad.id }), body } : { method: "POST", url: list, body })}
                differences={(current, typed) => <Differences layout={layout} before={base} theirs={inputOf(current as JobAdItem)} mine={typed} />} />
        </section>
    );
}
