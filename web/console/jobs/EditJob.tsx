import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { JobInput as schema } from "../api/schemas";
import type { JobDetails, JobInput } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { go, href, type ScreenProps } from "../router";
import { Differences } from "./Differences";
import { inputOf, patchOf, rebased, timeOfDay } from "./job_change";
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
    const layout = useJobLayout(opened.accessGroups);
    const editing = useComparing<"/jobs/{jobId}", JobInput>({
        address, opened, formOf: (job = opened) => inputOf(job),
        rebase: (before, mine, theirs) => ({ ...rebased(before, mine, theirs), properties: rebasedProperties(before.properties ?? [], mine.properties ?? [], theirs.properties ?? []) }),
        write: async (form, before) => {
            const changes = patchOf(before, form);
            if (changes.length > 0) await send("PATCH", address, changes, { changes: [{ entity: "job", id: opened.id }] });
            toast(changes.length > 0 ? words.form.saved : words.form.nothingChanged);
            return form;
        },
    });
    const leave = () => go(href(jobPage, { jobId: opened.id }));
    const save = async (typed: JobInput, options: { overwrite: boolean }) => {
        await editing.save(normal(typed), options);
        return leave;
    };
    return (
        <Form<JobInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onCancel={() => void leave()} onTheirs={editing.onTheirs}
            request={(typed) => ({ method: "PATCH", url: address, body: patchOf(editing.before, normal(typed)) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as JobInput} mine={normal(typed)} />} />
    );
}
