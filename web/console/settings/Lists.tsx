import { useState } from "preact/hooks";
import { at, type Address } from "../api/address";
import { usePages, useResource } from "../api/cache";
import type { SourceType } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Failed } from "../parts/Failed";
import { Loaded } from "../parts/Loaded";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { settings as words } from "./words";

const kSteps = ["IN_REVIEW", "INTERVIEW", "OFFERED"] as const;

export default function Lists() {
    return (
        <article class="screen">
            <h1>{words.lists.title}</h1>
            <p class="quiet">{words.lists.text}</p>
            <Processes />
            <div class="cards spaced">
                <Reasons title={words.lists.rejection} address={at("/configuration/rejection-reasons")} />
                <Reasons title={words.lists.withdrawal} address={at("/configuration/withdrawal-reasons")} />
            </div>
            <Sources />
        </article>
    );
}

function Processes() {
    const address = at("/configuration/hiring-processes");
    const processes = useResource(address);
    return (
        <section>
            <header class="screen-head"><h2>{words.lists.process}</h2><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={processes}>
                {({ content }) => content.map((process) => (
                    <section key={process.id} class="panel">
                        <h3><Text>{process.name}</Text></h3>
                        <dl class="facts">
                            {kSteps.map((status) => <div key={status}><dt>{words.lists.status[status]}</dt><dd><Text>{process.subStatuses[status].join(" → ") || words.lists.noSteps}</Text></dd></div>)}
                        </dl>
                    </section>
                ))}
            </Loaded>
        </section>
    );
}

function Reasons({ title, address }: { title: string; address: Address<"/configuration/rejection-reasons" | "/configuration/withdrawal-reasons"> }) {
    const reasons = useResource(address);
    return (
        <section class="panel">
            <header class="screen-head"><h2>{title}</h2><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={reasons}>{({ content }) => <ul>{content.map((reason) => <li key={reason.id}><Text>{reason.label}</Text></li>)}</ul>}</Loaded>
        </section>
    );
}

function Sources() {
    const address = at("/configuration/sources");
    const types = useResource(address);
    return (
        <section>
            <header class="screen-head"><h2>{words.lists.sources}</h2><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={types}>{({ content }) => <>{content.map((type) => <Source key={type.id} type={type} />)}</>}</Loaded>
        </section>
    );
}

// The values of a type are loaded when it is opened: those of referrals are all users.
function Source({ type }: { type: SourceType }) {
    const [open, setOpen] = useState(false);
    return (
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary><Text>{type.label}</Text> <code class="quiet">{type.id}</code></summary>
            {open && <SourceValues sourceType={type.id} />}
        </details>
    );
}

function SourceValues({ sourceType }: { sourceType: string }) {
    const values = usePages(at("/configuration/sources/{sourceType}/values", { sourceType, limit: 100 }));
    if (values.error !== undefined && values.rows.length === 0) return <Failed error={values.error} onRetry={values.reload} />;
    if (values.loading) return <Skeleton lines={2} />;
    if (values.rows.length === 0) return <p class="quiet">{words.lists.noValues}</p>;
    return (
        <>
            <ul aria-label={words.lists.values}>{values.rows.map((value) => <li key={value.id}><Text>{value.label}</Text></li>)}</ul>
            {!values.done && <Button small onClick={values.more}>{words.lists.more}</Button>}
        </>
    );
}
