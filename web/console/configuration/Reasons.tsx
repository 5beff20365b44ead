import { at, type Address } from "../api/address";
import { useResource } from "../api/cache";
import type { Term } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { may } from "../session";
import { TermList } from "./TermList";
import { configuration } from "./words";

const words = configuration.reasons;

export default function Reasons() {
    return (
        <article class="screen">
            <header class="screen-head"><h1>{words.title}</h1></header>
            <p class="quiet">{words.text}</p>
            <div class="cards">
                <ReasonPanel title={words.rejection} list={at("/configuration/rejection-reasons")} one={(rejectionReasonId) => at("/configuration/rejection-reasons/{rejectionReasonId}", { rejectionReasonId })} />
                <ReasonPanel title={words.withdrawal} list={at("/configuration/withdrawal-reasons")} one={(withdrawalReasonId) => at("/configuration/withdrawal-reasons/{withdrawalReasonId}", { withdrawalReasonId })} />
            </div>
        </article>
    );
}

interface ReasonPanelProps {
    readonly title: string;
    readonly list: Address<"/configuration/rejection-reasons" | "/configuration/withdrawal-reasons">;
    readonly one: (id: string) => Address<"/configuration/rejection-reasons/{rejectionReasonId}" | "/configuration/withdrawal-reasons/{withdrawalReasonId}">;
}

function ReasonPanel({ title, list, one }: ReasonPanelProps) {
    const reasons = useResource(list);
    return (
        <section class="panel">
            <header class="screen-head"><h2>{title}</h2><AsCurl request={{ method: "GET", url: list }} /></header>
            <Loaded resource={reasons}>
                {({ content }) => (
                    <TermList label={title} terms={content} empty={words.none} addLabel={words.add} deleteText={words.deleteText} changes={[{ prefix: list }]} {...(may("changeConfiguration") && {
                        adding: (label: string) => ({ method: "POST" as const, url: list, body: { label } }),
                        renaming: ({ id }: Term) => one(id),
                        deleting: ({ id }: Term) => ({ method: "DELETE" as const, url: one(id) }),
                    })} />
                )}
            </Loaded>
        </section>
    );
}
