import { at } from "../api/address";
import { read } from "../api/client";
import type { Family } from "../family";
import { go, href, route } from "../router";
import { candidates as words } from "./words";

// /candidates/ID shows the candidate beside the list, /candidates/ID/profile as a page.
export const candidateList = route("/candidates/{candidateId?}", { title: words.title, load: () => import("./Candidates"), right: "seeJobs" });
export const newCandidate = route("/candidates/new", { title: words.add, load: () => import("./NewCandidate"), right: "changeJobs", parent: candidateList });
export const candidatePage = route("/candidates/{candidateId}/profile", { title: words.one, load: () => import("./CandidatePage"), right: "seeJobs", parent: candidateList });
export const editCandidate = route("/candidates/{candidateId}/edit", { title: words.edit, load: () => import("./EditCandidate"), right: "changeJobs", parent: candidateList });

export const candidates: Family = {
    routes: [candidateList, newCandidate, candidatePage, editCandidate],
    nav: [{ title: words.title, icon: "candidates", href: href(candidateList), right: "seeJobs" }],
    commands: [{ title: words.add, right: "changeJobs", run: () => void go(href(newCandidate)) }],
    search: {
        title: words.title,
        right: "seeJobs",
        find: async (text, signal) => {
            const found = await read(at("/candidates", { q: text, match: "prefix", limit: 8 }), { signal });
            return found.content.map((one) => ({
                title: `${one.firstName} ${one.lastName}`, detail: one.primaryAssignment?.job.title ?? one.email, href: href(candidatePage, { candidateId: one.id }),
            }));
        },
    },
};
