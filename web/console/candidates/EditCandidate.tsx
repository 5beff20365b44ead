import { useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { read, send } from "../api/client";
import { ConflictError } from "../api/errors";
import { CandidateInput as schema } from "../api/schemas";
import type { CandidateDetails } from "../api/types";
import { Differences } from "../jobs/Differences";
import { differencesOf, rebased } from "../jobs/job_change";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { go, href, type ScreenProps } from "../router";
import { mergePatchOf, personalOf, type Personal } from "./candidate_change";
import { usePersonLayout } from "./candidate_layout";
import { useCandidateCrumbs } from "./candidate_parts";
import { candidatePage } from "./routes";
import { candidates as words } from "./words";

export default function EditCandidate({ params: { candidateId } }: ScreenProps<"/candidates/{candidateId}/edit">) {
    const candidate = useResource(at("/candidates/{candidateId}", { candidateId }));
    useCandidateCrumbs(candidate.data, words.edit);
    return (
        <article class="screen narrow">
            <h1>{words.edit}</h1>
            <Loaded resource={candidate} lines={10}>{(data) => <EditForm key={data.id} opened={data} />}</Loaded>
        </article>
    );
}

function EditForm({ opened }: { opened: CandidateDetails }) {
    const address = at("/candidates/{candidateId}", { candidateId: opened.id });
    const [base] = useState(() => personalOf(opened));  // what I saw when I began to type
    const [theirs, setTheirs] = useState<Personal>();   // after a conflict: what is there now
    const layout = usePersonLayout();
    const leave = () => go(href(candidatePage, { candidateId: opened.id }));

    const save = async (mine: Personal, { overwrite }: { overwrite: boolean }) => {
        const current = await read(address);
        const now = personalOf(current);
        const seen = overwrite && theirs !== undefined ? theirs : base;
        if (differencesOf(seen, now).length > 0 && differencesOf(mine, now).length > 0) {
            patch(address, () => current);
            setTheirs(now);
            throw new ConflictError(current);
        }
        const change = mergePatchOf(now, rebased(base, mine, now));
        if (Object.keys(change).length > 0) await send("PATCH", address, change, { changes: [{ entity: "candidate", id: opened.id }] });
        toast(Object.keys(change).length > 0 ? words.form.saved : words.form.nothingChanged);
        await leave();
    };
    return (
        <Form<Personal> schema={schema} layout={layout} value={theirs ?? base} onSubmit={save} onCancel={() => void leave()}
            request={(typed) => ({ method: "PATCH", url: address, body: mergePatchOf(base, typed) })}
            differences={(current, typed) => <Differences layout={layout} before={base} theirs={personalOf(current as CandidateDetails)} mine={typed} />} />
    );
}
