import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { CandidateInput as schema } from "../api/schemas";
import type { CandidateDetails } from "../api/types";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { go, href, useQuery } from "../router";
import { nameOf, personalOf, type NewCandidateForm } from "./candidate_change";
import { inputOf, placeInForm } from "./candidate_input";
import { usePersonLayout } from "./candidate_layout";
import { mayAddToPool } from "./candidate_parts";
import { jobPicker, sourcePicker } from "./pickers";
import { candidateList, candidatePage } from "./routes";
import { candidates } from "./words";

const words = candidates.form;

function addressOf(form: NewCandidateForm) {
    return form.job?.id === undefined ? at("/candidates") : at("/jobs/{jobId}/candidates", { jobId: form.job.id });
}

function useLayout(known: boolean): FieldLayout[] {
    const person = usePersonLayout();
    const jobFirst = known || !mayAddToPool();
    return [
        { path: "/job/id", label: words.job, picker: jobPicker, required: jobFirst, help: jobFirst ? words.jobRequired : words.jobHelp, half: true },
        { path: "/source", label: words.source, picker: sourcePicker, help: words.sourceHelp, half: true },
        ...(known ? person.slice(0, 3).map((field) => ({ ...field, disabled: true })) : [
            ...person,
            { path: "/current/title", label: words.position, kind: "text" as const, half: true },
            { path: "/current/company", label: words.company, kind: "text" as const, half: true },
            { path: "/school/institution", label: words.institution, kind: "text" as const, half: true },
            { path: "/school/degree", label: words.degree, kind: "text" as const, half: true },
            { path: "/tags", label: candidates.profile.tags },
            { path: "/internal", label: words.internal },
        ]),
    ];
}

// ?job= names the job, ?from= a candidate who is added to another job.
export default function NewCandidate() {
    const [job] = useQuery("job");
    const [from] = useQuery("from");
    const known = useResource(from === "" ? null : at("/candidates/{candidateId}", { candidateId: from }));
    return (
        <article class="screen narrow">
            <h1>{from === "" ? candidates.add : candidates.applications.addToJob}</h1>
            {from === "" ? <Create job={job} known={undefined} /> : <Loaded resource={known}>{(data) => <Create key={data.id} job={job} known={data} />}</Loaded>}
        </article>
    );
}

function Create({ job, known }: { job: string; known: CandidateDetails | undefined }) {
    const layout = useLayout(known !== undefined);
    const person = known && personalOf(known);
    const value: Partial<NewCandidateForm> = {
        ...(person && { firstName: person.firstName, lastName: person.lastName, email: person.email }),
        ...(job !== "" && { job: { id: job } }),
    };
    const create = async (form: NewCandidateForm) => {
        const changes = [{ entity: "candidate" as const }, { entity: "application" as const }, ...(known ? [{ entity: "candidate" as const, id: known.id }] : [])];
        const candidate = await send("POST", addressOf(form), inputOf(form), { changes });
        toast(words.created(nameOf(candidate)));
        return () => go(href(candidatePage, { candidateId: candidate.id }));
    };
    return (
        <Form<NewCandidateForm> schema={schema} layout={layout} value={value} onSubmit={create} placeOf={placeInForm} submit={known ? candidates.applications.addToJob : candidates.add}
            onCancel={() => void go(known ? href(candidatePage, { candidateId: known.id }) : href(candidateList))}
            request={(form) => ({ method: "POST", url: addressOf(form), body: inputOf(form) })}>
            <p class="quiet">{words.known}</p>
        </Form>
    );
}
