import { useState } from "preact/hooks";
import { at } from "../api/address";
import { send } from "../api/client";
import { JobInput as schema } from "../api/schemas";
import type { JobInput } from "../api/types";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { go, href } from "../router";
import { me } from "../session";
import { timeOfDay } from "./job_change";
import { useJobLayout } from "./job_layout";
import { jobList, jobPage } from "./routes";
import { jobs as words } from "./words";

// The access groups are those that the API gives a job without this member.
function emptyJob(): Partial<JobInput> {
    const groups = (me.peek()?.accessGroups ?? []).map(({ id }) => ({ id }));
    return { jobAd: { language: { code: "en" } }, ...(groups.length > 0 && { accessGroups: groups }) };
}

function bodyOf(typed: JobInput): JobInput {
    const targetHiringDate = timeOfDay(typed.targetHiringDate);
    return { ...typed, ...(targetHiringDate !== undefined && { targetHiringDate }) };
}

export default function NewJob() {
    const [empty] = useState(emptyJob);
    const layout = useJobLayout();
    const create = async (typed: JobInput) => {
        const job = await send("POST", at("/jobs"), bodyOf(typed), { changes: [{ entity: "job" }] });
        toast(words.form.created(job.title));
        return () => go(href(jobPage, { jobId: job.id }));
    };
    return (
        <article class="screen narrow">
            <h1>{words.create}</h1>
            <Form<JobInput> schema={schema} layout={layout} value={empty} submit={words.create} onSubmit={create}
                onCancel={() => void go(href(jobList))} request={(typed) => ({ method: "POST", url: "/jobs", body: bodyOf(typed) })} />
        </article>
    );
}
