import type { Lane } from "../parts/Board";
import { Button } from "../parts/Button";
import { Menu, type MenuItem } from "../parts/Menu";
import type { Card } from "./pipeline_columns";
import type { PipelineModel } from "./pipeline_model";
import { moveRequest } from "./pipeline_moves";
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
    const itemOf = (lane: Lane<Card>): MenuItem => {
        const request = moveRequest(model, cards, lane.key);
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
