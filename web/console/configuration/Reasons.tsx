import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { may } from "../session";
import { TermList } from "./TermList";
import { configuration } from "./words";

const words = configuration.reasons;
const rejection = at("/configuration/rejection-reasons");
const withdrawal = at("/configuration/withdrawal-reasons");

export default function Reasons() {
    return (
        <article class="screen">
            <header class="screen-head"><h1>{words.title}</h1></header>
            <p class="quiet">{words.text}</p>
            <div class="cards">
                <Rejection />
                <Withdrawal />
            </div>
        </article>
    );
}

function Rejection() {
    const reasons = useResource(rejection);
    const changes = [{ prefix: rejection }];
    const one = (rejectionReasonId: string) => at("/configuration/rejection-reasons/{rejectionReasonId}", { rejectionReasonId });
    return (
        <section class="panel">
            <header class="screen-head"><h2>{words.rejection}</h2><AsCurl request={{ method: "GET", url: rejection }} /></header>
            <Loaded resource={reasons}>
                {({ content }) => (
                    <TermList label={words.rejection} terms={content} empty={words.none} addLabel={words.add} deleteText={words.deleteText} {...(may("changeConfiguration") && {
                        onAdd: (label: string) => send("POST", rejection, { label }, { changes }),
                        onRename: ({ id }: { id: string }, label: string) => send("PUT", one(id), { label }, { changes }),
                        onDelete: ({ id }: { id: string }) => send("DELETE", one(id), undefined, { changes }),
                    })} />
                )}
            </Loaded>
        </section>
    );
}

function Withdrawal() {
    const reasons = useResource(withdrawal);
    const changes = [{ prefix: withdrawal }];
    const one = (withdrawalReasonId: string) => at("/configuration/withdrawal-reasons/{withdrawalReasonId}", { withdrawalReasonId });
    return (
        <section class="panel">
            <header class="screen-head"><h2>{words.withdrawal}</h2><AsCurl request={{ method: "GET", url: withdrawal }} /></header>
            <Loaded resource={reasons}>
                {({ content }) => (
                    <TermList label={words.withdrawal} terms={content} empty={words.none} addLabel={words.add} deleteText={words.deleteText} {...(may("changeConfiguration") && {
                        onAdd: (label: string) => send("POST", withdrawal, { label }, { changes }),
                        onRename: ({ id }: { id: string }, label: string) => send("PUT", one(id), { label }, { changes }),
                        onDelete: ({ id }: { id: string }) => send("DELETE", one(id), undefined, { changes }),
                    })} />
                )}
            </Loaded>
        </section>
    );
}
