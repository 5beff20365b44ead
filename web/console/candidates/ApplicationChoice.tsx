import type { CandidateDetails } from "../api/types";
import { Field } from "../parts/Field";
import { useSelected } from "./Profile";
import { candidates as words } from "./words";

// Which application a tab is about, if there are several.
export function ApplicationChoice({ candidate }: { candidate: CandidateDetails }) {
    const { refs, selected, select } = useSelected(candidate);
    if (refs.length < 2) return null;
    return (
        <Field field={{ path: "/job", label: words.properties.application, options: refs.map(({ job }) => ({ value: job.id, title: job.title })) }} schema={undefined} required
            value={selected?.job.id} fault={undefined} onChange={(jobId) => select(String(jobId ?? ""))} />
    );
}
