import { useRef } from "preact/hooks";
import { at } from "../api/address";
import { patch } from "../api/cache";
import { read, send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { TagInput } from "../parts/TagInput";
import { toast, toastError } from "../parts/Toast";
import { may } from "../session";
import { retagged } from "./candidate_change";
import type { TabProps } from "./Profile";
import { candidates as words } from "./words";

const kInput = "candidate-tags";

export function focusTags(): void {
    document.getElementById(kInput)?.focus();
}

// Changes are sent one after the other, each shown at once: two quick ones do not overtake each other.
export function Tags({ candidate }: TabProps) {
    const queue = useRef<Promise<unknown>>(Promise.resolve());
    const address = at("/candidates/{candidateId}/tags", { candidateId: candidate.id });
    const own = at("/candidates/{candidateId}", { candidateId: candidate.id });
    const save = async (before: readonly string[], after: readonly string[]) => {  // reads before it writes: what others have changed stays
        const { tags } = await read(address);
        await send("PUT", address, { tags: retagged(tags, before, after) }, { changes: [{ entity: "candidate", id: candidate.id }] });
    };
    const change = (before: readonly string[], after: readonly string[], undoing = false) => {
        const takeBack = patch(own, (data) => ({ ...data, tags: retagged(data.tags, before, after) }));
        queue.current = queue.current.then(() => save(before, after)).then(
            () => toast(words.tags.saved, undoing ? {} : { undo: () => change(after, before, true) }),
            (error: unknown) => {
                takeBack();
                toastError(error);
            },
        );
    };
    if (!may("changeJobs")) return candidate.tags.length === 0 ? <p class="quiet">{words.tags.none}</p> : <ul class="chips">{candidate.tags.map((tag) => <li key={tag} class="chip"><bdi>{tag}</bdi></li>)}</ul>;
    return (
        <div role="group" aria-label={words.tags.label}>
            <label class="unseen" for={kInput}>{words.tags.edit}</label>
            <TagInput id={kInput} values={candidate.tags} placeholder={words.tags.placeholder} onChange={(tags) => change(candidate.tags, tags)} />
            <AsCurl request={{ method: "PUT", url: address, body: { tags: candidate.tags } }} />
        </div>
    );
}
