import { at } from "../api/address";
import type { RequestDescription } from "../parts/AsCurl";
import type { Lane } from "../parts/Board";
import { Button } from "../parts/Button";
import { Menu, type MenuItem } from "../parts/Menu";
import type { Card } from "./pipeline_columns";
import type { PipelineModel } from "./pipeline_model";
import { jobs as words } from "./words";

export interface SelectionBarProps {
    readonly model: PipelineModel;
    readonly selection: ReadonlySet<string>;
    readonly lanes: readonly Lane<Card>[];
    readonly onMove: (cards: readonly Card[], lane: string) => void;
    readonly onAsk: (status: "REJECTED" | "WITHDRAWN", cards: readonly Card[]) => void;
    readonly onClear: () => void;
}

// What can be done with the selected cards.
export function SelectionBar({ model, selection, lanes, onMove, onAsk, onClear }: SelectionBarProps) {
    const cards = model.cardsOf(selection);
    const [first] = cards;
    // The request of the first card stands for all.
    const moveOf = (key: string): RequestDescription | undefined => {
        const to = model.find(key);
        return first && to && {
            method: "PUT", url: at("/candidates/{candidateId}/jobs/{jobId}/status", { candidateId: first.candidate.id, jobId: first.job.id }),
            body: { status: to.status, ...(to.subStatus !== undefined && { subStatus: to.subStatus }) },
        };
    };
    const itemOf = (lane: Lane<Card>): MenuItem => {
        const request = moveOf(lane.key);
        return { title: lane.title, onSelect: () => onMove(cards, lane.key), ...(request && { request }) };
    };
    return (
        <div class="buttons" role="toolbar" aria-label={words.pipeline.selected(cards.length)}>
            <strong>{words.pipeline.selected(cards.length)}</strong>
            <Menu kind="plain" label={words.pipeline.moveSelected} items={lanes.filter((lane) => lane.accepts !== false).map(itemOf)}>{words.pipeline.moveSelected}</Menu>
            <Button small keys="r" onClick={() => onAsk("REJECTED", cards)}>{words.pipeline.rejectSelected}</Button>
            <Button small keys="w" onClick={() => onAsk("WITHDRAWN", cards)}>{words.pipeline.withdrawSelected}</Button>
            <Button small kind="quiet" onClick={onClear}>{words.pipeline.clear}</Button>
        </div>
    );
}
