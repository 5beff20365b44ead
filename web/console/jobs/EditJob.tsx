import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { read, send } from "../api/client";
import { ApiError, ConflictError } from "../api/errors";
import { JobInput as schema } from "../api/schemas";
import type { JobDetails, JobInput } from "../api/types";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { go, href, type ScreenProps } from "../router";
import { Differences } from "./Differences";
import { differencesOf, inputOf, patchOf, rebased, timeOfDay } from "./job_change";
import { rebasedProperties } from "./job_properties";
import { useJobLayout } from "./job_layout";
import { useJobCrumbs } from "./job_parts";
import { jobPage } from "./routes";
import { jobs as words } from "./words";

export default function EditJob({ params }: ScreenProps<"/jobs/{jobId}/edit">) {
    const job = useResource(at("/jobs/{jobId}", { jobId: params.jobId }));
    useJobCrumbs(job.data, words.edit);
    return (
        <article class="screen narrow">
            <h1>{words.edit}</h1>
            <Loaded resource={job} lines={12}>{(data) => <EditForm key={data.id} opened={data} />}</Loaded>
        </article>
    );
}

function normal(typed: JobInput): JobInput {
    const targetHiringDate = timeOfDay(typed.targetHiringDate);
    return { ...typed, properties: typed.properties ?? [], ...(targetHiringDate !== undefined && { targetHiringDate }) };
}

function EditForm({ opened }: { opened: JobDetails }) {
    const address = at("/jobs/{jobId}", { jobId: opened.id });
    const [base] = useState(() => inputOf(opened));    // what I saw when I began to type
    const [theirs, setTheirs] = useState<JobInput>();  // after a conflict: what is there now
    const layout = useJobLayout(opened.accessGroups);

    const conflict = async (current?: JobDetails): Promise<never> => {
        const now = current ?? await read(address);
        patch(address, () => now);
        setTheirs(inputOf(now));
        throw new ConflictError(now);
    };
    const save = async (typed: JobInput, { overwrite }: { overwrite: boolean }) => {
        const mine = normal(typed);
        const now = await read(address);
        const seen = overwrite && theirs !== undefined ? theirs : base;  // what was shown to me
        if (differencesOf(seen, inputOf(now)).length > 0 && differencesOf(mine, inputOf(now)).length > 0) await conflict(now);
        const properties = rebasedProperties(base.properties ?? [], mine.properties ?? [], seen.properties ?? []);
        const changes = patchOf(seen, { ...rebased(base, mine, seen), properties });
        if (changes.length === 0) toast(words.form.nothingChanged);
        else {
            await send("PATCH", address, changes, { changes: [{ entity: "job", id: opened.id }] })
                .catch((error: unknown) => (error instanceof ApiError && error.status === 409 && error.code === "CONFLICT" ? conflict() : Promise.reject(error)));
            toast(words.form.saved);
        }
        await go(href(jobPage, { jobId: opened.id }));
    };
    return (
        <Form<JobInput> schema={schema} layout={layout} value={theirs ?? base} onSubmit={save} onCancel={() => void go(href(jobPage, { jobId: opened.id }))}
            request={(typed) => ({ method: "PATCH", url: address, body: patchOf(base, normal(typed)) })}
            differences={(current, typed) => <Differences layout={layout} before={base} theirs={inputOf(current as JobDetails)} mine={normal(typed)} />} />
    );
}
