import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import { HeadcountInput as headcountSchema } from "../api/schemas";
import type { HeadcountInput, JobDetails, JobStatusName } from "../api/types";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Form } from "../parts/Form";
import { Menu } from "../parts/Menu";
import { Money } from "../parts/Money";
import { Pending } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { href } from "../router";
import { may } from "../session";
import type { TabProps } from "./Job";
import { useDictionary } from "./job_layout";
import { JobStatusBadge, kJobStatuses } from "./job_parts";
import { Note } from "./Note";
import { jobPage, pipeline } from "./routes";
import { jobs as words } from "./words";

async function setStatus(job: JobDetails, status: JobStatusName, undoable = true): Promise<void> {
    const takeBack = patch(at("/jobs/{jobId}", { jobId: job.id }), (data) => ({ ...data, status }));
    try {
        await send("PUT", at("/jobs/{jobId}/status", { jobId: job.id }), { status }, { changes: [{ entity: "job", id: job.id }] });
        toast(words.overview.statusChanged(words.jobStatus[status]), undoable ? { undo: () => void setStatus(job, job.status, false) } : {});
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

function Status({ job }: TabProps) {
    if (!may("changeJobs")) return <JobStatusBadge status={job.status} />;
    return (
        <span class="buttons">
            <JobStatusBadge status={job.status} />
            <Menu kind="plain" keys="s" label={words.overview.changeStatus} items={kJobStatuses.map((status) => ({
                title: words.jobStatus[status], checked: status === job.status, onSelect: () => { if (status !== job.status) void setStatus(job, status); },
                request: { method: "PUT" as const, url: at("/jobs/{jobId}/status", { jobId: job.id }), body: { status } },
            }))}>{words.overview.changeStatus}</Menu>
        </span>
    );
}

function SalaryRangeDialog({ job, onClose }: TabProps & { onClose: () => void }) {
    const currencies = useDictionary("/v1/currencies");
    const address = at("/jobs/{jobId}/headcount", { jobId: job.id });
    const submit = async (body: HeadcountInput) => {
        await send("PATCH", address, body, { contentType: "application/json", changes: [{ entity: "job", id: job.id }] });
        toast(words.overview.requested);
        return onClose;
    };
    return (
        <Dialog title={words.overview.requestRange} onClose={onClose}>
            <Form<HeadcountInput> schema={headcountSchema} value={job.compensation ? { salaryRange: job.compensation } : {}} submit={words.overview.request} onSubmit={submit} onCancel={onClose}
                request={(body) => ({ method: "PATCH", url: address, body, contentType: "application/json" })} layout={[
                    { path: "/salaryRange/min", label: words.form.min, half: true },
                    { path: "/salaryRange/max", label: words.form.max, half: true },
                    { path: "/salaryRange/currency", label: words.form.currency, options: currencies },
                ]} />
        </Dialog>
    );
}

function Headcount({ job }: TabProps) {
    const [asking, setAsking] = useState(false);
    const { data, loading } = useResource(at("/jobs/{jobId}/positions", { jobId: job.id }));
    const positions = data?.content ?? [];
    const counted = (status: string) => positions.filter((one) => one.status === status).length;
    return (
        <span class="buttons">
            <a href={href(jobPage, { jobId: job.id }, { tab: "positions" })}>
                {loading ? <Pending /> : data === undefined ? words.tabs.positions : positions.length === 0 ? words.overview.noPositions : words.overview.positions(counted("OPEN"), counted("FILLED"))}
            </a>
            {may("changeJobs") && <Button small onClick={() => setAsking(true)}>{words.overview.requestRange}</Button>}
            {asking && <SalaryRangeDialog job={job} onClose={() => setAsking(false)} />}
        </span>
    );
}

function Applicants({ job }: TabProps) {
    const columns = useResource(at("/jobs/{jobId}/pipeline", { jobId: job.id })).data?.columns;
    const total = columns?.reduce((sum, column) => sum + column.count, 0);
    return <a href={href(pipeline, { jobId: job.id })}>{total === undefined ? words.overview.openPipeline : words.pipeline.applicants(total)}</a>;
}

export function Overview({ job }: TabProps) {
    const { location } = job;
    const place = [location.address, location.postalCode, location.city, location.region, location.country].filter(Boolean).join(", ");
    const terms = [
        [words.form.department, job.department?.label], [words.form.industry, job.industry.label], [words.form.function, job.function.label],
        [words.form.experienceLevel, job.experienceLevel.label], [words.form.typeOfEmployment, job.typeOfEmployment?.label],
        [words.form.eeoCategory, job.eeoCategory?.label],
        [words.form.accessGroups, job.accessGroups?.map((group) => group.name).join(", ") || words.overview.everybody],
        [words.overview.creator, `${job.creator.firstName} ${job.creator.lastName}`],
    ] as const;
    return (
        <>
            <dl class="facts">
                <div><dt>{words.overview.status}</dt><dd><Status job={job} /></dd></div>
                <div><dt>{words.overview.applicants}</dt><dd><Applicants job={job} /></dd></div>
                <div><dt>{words.overview.headcount}</dt><dd><Headcount job={job} /></dd></div>
                <div><dt>{words.overview.refNumber}</dt><dd><Text>{job.refNumber}</Text></dd></div>
                <div><dt>{words.list.location}</dt><dd><Text>{place}</Text>{location.remote && ` · ${words.form.remote}`}{location.hybrid && ` · ${words.form.hybrid}`}</dd></div>
                <div><dt>{words.overview.salary}</dt><dd><Money amount={job.compensation?.min} to={job.compensation?.max} currency={job.compensation?.currency} /></dd></div>
                {terms.map(([name, value]) => <div key={name}><dt>{name}</dt><dd><Text>{value ?? "–"}</Text></dd></div>)}
                {(job.properties ?? []).map((property) => <div key={property.id}><dt><Text>{property.label}</Text></dt><dd><Text>{property.value.label}</Text></dd></div>)}
                {job.targetHiringDate !== undefined && <div><dt>{words.form.targetHiringDate}</dt><dd><Time at={job.targetHiringDate} as="date" /></dd></div>}
                <div><dt>{words.overview.created}</dt><dd><Time at={job.createdOn} /></dd></div>
                <div><dt>{words.overview.updated}</dt><dd><Time at={job.updatedOn} /></dd></div>
                <div><dt>{words.overview.activity}</dt><dd><Time at={job.lastActivityOn} /></dd></div>
            </dl>
            <Note job={job} />
        </>
    );
}
