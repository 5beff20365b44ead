import { useId, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Loaded } from "../parts/Loaded";
import { parts } from "../parts/words";
import type { Card } from "./pipeline_columns";
import { jobs as words } from "./words";

export interface ReasonDialogProps {
    readonly status: "REJECTED" | "WITHDRAWN";
    readonly cards: readonly Card[];
    readonly who: string;
    readonly onChoose: (reason: string | undefined) => void;
    readonly onClose: () => void;
}

// Asks why before candidates are rejected or withdrawn.
export function ReasonDialog({ status, cards, who, onChoose, onClose }: ReasonDialogProps) {
    const rejects = status === "REJECTED";
    const reasons = useResource(rejects ? at("/configuration/rejection-reasons") : at("/configuration/withdrawal-reasons"));
    const [reason, setReason] = useState("");
    const name = useId();
    const first = cards[0];
    const choose = (event: Event) => {
        event.preventDefault();
        onChoose(reason === "" ? undefined : reason);
    };
    return (
        <Dialog title={rejects ? words.pipeline.rejectTitle(who) : words.pipeline.withdrawTitle(who)} onClose={onClose}>
            <form class="form" onSubmit={choose}>
                <fieldset class="choices">
                    <legend>{words.pipeline.reason}</legend>
                    <label><input type="radio" name={name} checked={reason === ""} onChange={() => setReason("")} data-first /> {words.pipeline.noReason}</label>
                    <Loaded resource={reasons}>
                        {(list) => <>{list.content.map(({ id, label }) => (
                            <label key={id}><input type="radio" name={name} checked={reason === id} onChange={() => setReason(id)} /> <bdi>{label}</bdi></label>
                        ))}</>}
                    </Loaded>
                </fieldset>
                <div class="buttons">
                    <Button type="submit" kind="danger">{rejects ? words.pipeline.reject : words.pipeline.withdraw}</Button>
                    <Button onClick={onClose}>{parts.cancel}</Button>
                    {first && <AsCurl request={{
                        method: "PUT", url: at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId: first.candidate.id, jobId: first.job.id }),
                        body: { status, ...(reason !== "" && { reason }) },
                    }} />}
                </div>
            </form>
        </Dialog>
    );
}
