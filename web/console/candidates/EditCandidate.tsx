import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { CandidateInput as schema } from "../api/schemas";
import type { CandidateDetails } from "../api/types";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
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
    const layout = usePersonLayout();
    const leave = () => go(href(candidatePage, { candidateId: opened.id }));
    const editing = useComparing<"/candidates/{candidateId}", Personal>({
        address, opened, formOf: (candidate = opened) => personalOf(candidate),
        write: async (form, before) => {
            const change = mergePatchOf(before, form);
            if (Object.keys(change).length > 0) await send("PATCH", address, change, { changes: [{ entity: "candidate", id: opened.id }] });
            toast(Object.keys(change).length > 0 ? words.form.saved : words.form.nothingChanged);
            return form;
        },
    });
    const save = async (typed: Personal, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        return leave;
    };
    return (
        <Form<Personal> schema={schema} layout={layout} value={editing.value} onSubmit={save} onCancel={() => void leave()} onTheirs={editing.onTheirs}
            request={(typed) => ({ method: "PATCH", url: address, body: mergePatchOf(editing.before, typed) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as Personal} mine={typed} />} />
    );
}
