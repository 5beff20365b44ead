import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import type { Card } from "./pipeline_columns";
import { jobs as words } from "./words";

export function nameOf(card: Card): string {
    return `${card.candidate.firstName} ${card.candidate.lastName}`.trim();
}

// What a recruiter needs to decide: who, how good, waiting for how long, from where.
export function ApplicationCard({ card }: { card: Card }) {
    const rating = card.rating?.toLocaleString(undefined, { maximumFractionDigits: 1 });
    return (
        <>
            <strong class="one-line"><Text>{nameOf(card)}</Text></strong>
            <div class="one-line quiet">
                {rating !== undefined && <span aria-label={words.pipeline.ratingLabel(rating)}>{words.pipeline.rating(rating)} · </span>}
                <Time at={card.movedOn} as="age" />
                {card.source !== undefined && <> · <Text>{card.source}</Text></>}
            </div>
        </>
    );
}
