import { Avatar } from "../parts/Avatar";
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
        <div class="applicant">
            <Avatar firstName={card.candidate.firstName} lastName={card.candidate.lastName} />
            <strong class="one-line"><Text>{nameOf(card)}</Text></strong>
            {rating !== undefined && <span class="rating number" aria-label={words.pipeline.ratingLabel(rating)}>{words.pipeline.rating(rating)}</span>}
            <small class="one-line quiet">
                <Time at={card.movedOn} as="age" />
                {card.source !== undefined && <> · <Text>{card.source}</Text></>}
            </small>
        </div>
    );
}
