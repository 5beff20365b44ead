import { at } from "../api/address";
import { read } from "../api/client";
import type { Family } from "../family";
import { go, href, route } from "../router";
import { jobs as words } from "./words";

export const jobList = route("/jobs", { title: words.title, load: () => import("./Jobs"), right: "seeJobs" });
export const newJob = route("/jobs/new", { title: words.create, load: () => import("./NewJob"), right: "changeJobs", parent: jobList });
export const jobPage = route("/jobs/{jobId}", { title: words.list.job, load: () => import("./Job"), right: "seeJobs", parent: jobList });
export const editJob = route("/jobs/{jobId}/edit", { title: words.edit, load: () => import("./EditJob"), right: "changeJobs", parent: jobList });
export const pipeline = route("/jobs/{jobId}/pipeline", { title: words.pipeline.title, load: () => import("./Pipeline"), right: "seeJobs", parent: jobList });

export const jobs: Family = {
    routes: [jobList, newJob, jobPage, editJob, pipeline],
    nav: [{ title: words.title, icon: "jobs", href: href(jobList), right: "seeJobs" }],
    commands: [{ title: words.create, right: "changeJobs", run: () => void go(href(newJob)) }],
    search: {
        title: words.title,
        right: "seeJobs",
        find: async (text, signal) => {
            const found = await read(at("/jobs", { q: text, limit: 8 }), { signal });
            return found.content.map((job) => ({ title: job.title, detail: `${job.refNumber} · ${job.location.city}`, href: href(pipeline, { jobId: job.id }) }));
        },
    },
};
