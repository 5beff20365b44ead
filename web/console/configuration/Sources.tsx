import { useState } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource } from "../api/cache";
import { send } from "../api/client";
import { SourceDefinitionInput as schema } from "../api/schemas";
import type { SourceDefinitionInput, SourceType, SourceValue } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import { Failed } from "../parts/Failed";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { useQuery } from "../router";
import { may } from "../session";
import { TermList } from "./TermList";
import { configuration } from "./words";

const words = configuration.sources;
const address = at("/configuration/sources");
const changes = [{ prefix: address }];
const kReferrals = "REFERRALS";  // its sources are the users

export default function Sources() {
    const types = useResource(address);
    const [creating, setCreating] = useState(false);
    const [open, setOpen] = useQuery("type");
    const mayChange = may("changeConfiguration");
    useKeys(parts.thisScreen, { c: { title: words.create, run: () => setCreating(true) } }, mayChange);
    return (
        <article class="screen">
            <header class="screen-head">
                <h1>{words.title}</h1>
                <div class="buttons"><AsCurl request={{ method: "GET", url: address }} />{mayChange && <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.create}</Button>}</div>
            </header>
            <p class="quiet">{words.text}</p>
            <Loaded resource={types}>
                {({ content }) => (
                    <>
                        {content.map((type) => <Type key={type.id} type={type} open={open === type.id} onToggle={(now) => { if (now !== (open === type.id)) setOpen(now ? type.id : ""); }} />)}
                        {creating && <CreateSource types={content} chosen={open} onClose={() => setCreating(false)} onCreated={setOpen} />}
                    </>
                )}
            </Loaded>
        </article>
    );
}

// The sources of a type are loaded when it is opened: those of referrals are all users.
function Type({ type, open, onToggle }: { type: SourceType; open: boolean; onToggle: (open: boolean) => void }) {
    return (
        <details open={open} onToggle={(event) => onToggle(event.currentTarget.open)}>
            <summary><Text>{type.label}</Text> <code class="quiet">{type.id}</code></summary>
            {open && <Values type={type} />}
        </details>
    );
}

function Values({ type }: { type: SourceType }) {
    const values = usePages(at("/configuration/sources/{sourceType}/values", { sourceType: type.id, limit: 100 }));
    if (values.error !== undefined && values.rows.length === 0) return <Failed error={values.error} onRetry={values.reload} />;
    if (values.loading) return <Skeleton lines={2} />;
    const one = (source: SourceValue) => at("/configuration/sources/{sourceIdentifier}", { sourceIdentifier: source.identifier ?? "" });
    return (
        <>
            <TermList label={type.label} terms={values.rows} empty={words.none} detailOf={(source) => (type.subtypes.length > 1 ? source.sourceSubType.id : undefined)} deleteText={words.deleteText} isFixed={(source) => source.identifier === undefined} changes={changes} {...(may("changeConfiguration") && {
                renaming: one,
                deleting: (source: SourceValue) => ({ method: "DELETE" as const, url: one(source) }),
            })} />
            {!values.done && <Button small onClick={values.more}>{configuration.more}</Button>}
        </>
    );
}

function CreateSource({ types, chosen, onClose, onCreated }: { types: readonly SourceType[]; chosen: string; onClose: () => void; onCreated: (type: string) => void }) {
    const own = types.filter((type) => type.id !== kReferrals);
    // A subtype belongs to its type: both are one choice.
    const kinds = own.flatMap((type) => type.subtypes.map((subtype) => ({ value: `${type.id}/${subtype.id}`, title: type.subtypes.length > 1 ? words.withSubType(type.label, subtype.id) : type.label })));
    const layout: readonly FieldLayout[] = [
        { path: "/label", label: configuration.name },
        { path: "/kind", label: words.type, options: kinds, required: true },
        { path: "/id", label: configuration.id, help: words.idHelp },
    ];
    type SourceForm = { label: string; kind: string; id?: string };
    const bodyOf = ({ label, kind, id }: SourceForm): SourceDefinitionInput => {
        const [sourceType = "", sourceSubType = ""] = (kind ?? "").split("/");
        return { label, sourceType, sourceSubType, ...(id !== undefined && { id }) };
    };
    const create = async (typed: SourceForm) => {
        const source = await send("POST", address, bodyOf(typed), { changes });
        toast(configuration.created(source.label));
        return () => {
            onClose();
            onCreated(source.type.id);
        };
    };
    const first = kinds.find((kind) => kind.value.startsWith(`${chosen}/`))?.value;
    return (
        <Dialog title={words.create} onClose={onClose}>
            <Form<SourceForm> schema={schema} layout={layout} value={first === undefined ? {} : { kind: first }} submit={configuration.create} onSubmit={create} placeOf={(path) => path.replace(/^\/source(Type|SubType)$/, "/kind")} onCancel={onClose} request={(typed) => ({ method: "POST", url: address, body: bodyOf(typed) })} />
        </Dialog>
    );
}
