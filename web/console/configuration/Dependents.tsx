import { useEffect, useState } from "preact/hooks";
import { at } from "../api/address";
import { patchAll, usePages, useResource } from "../api/cache";
import { send } from "../api/client";
import type { JobPropertyDefinition, JobPropertyDependentValues, LabelledId } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Loaded } from "../parts/Loaded";
import { Skeleton } from "../parts/Skeleton";
import { RequestId } from "../parts/RequestId";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { href } from "../router";
import { may } from "../session";
import { jobProperties } from "../settings/routes";
import { possibleDependents, propertiesAddress } from "./job_property";
import { matching } from "./term_order";
import { configuration } from "./words";

const words = configuration.jobProperty;
const changes = [{ prefix: propertiesAddress }];
const kManyValues = 24;

// Properties whose values depend on the value of this one.
export function Dependents({ property, all }: { property: JobPropertyDefinition; all: readonly JobPropertyDefinition[] }) {
    const address = at("/configuration/job-properties/{jobPropertyId}/dependents", { jobPropertyId: property.id });
    const dependents = useResource(address);
    const mayChange = may("changeConfiguration");
    const possible = possibleDependents(property, all);
    const add = async (id: string) => {
        const name = all.find((one) => one.id === id)?.label ?? id;
        await send("POST", address, { ids: [id] }, { changes }).then(() => toast(words.dependentAdded(name)), toastError);
    };
    return (
        <section>
            <header class="screen-head"><h3>{words.dependents}</h3></header>
            <p class="quiet">{words.dependentsText}</p>
            <Loaded resource={dependents} lines={2}>
                {({ content }) => (content.length === 0 ? <p class="quiet">{words.noDependents}</p> : <>{content.map((one) => <Dependent key={one.id} parent={property} dependent={one} />)}</>)}
            </Loaded>
            {mayChange && possible.length > 0 && (
                <div class="buttons"><select aria-label={words.addDependent} value="" onChange={(event) => {
                    const id = event.currentTarget.value;
                    event.currentTarget.value = "";
                    if (id !== "") void add(id);
                }}>
                    <option value="">{words.addDependent} …</option>
                    {possible.map((one) => <option key={one.id} value={one.id}>{one.label}</option>)}
                </select><AsCurl request={{ method: "POST", url: address, body: { ids: possible.slice(0, 1).map(({ id }) => id) } }} /></div>
            )}
        </section>
    );
}

function Dependent({ parent, dependent }: { parent: JobPropertyDefinition; dependent: LabelledId }) {
    const values = usePages(at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: parent.id, pageSize: 1000 }));
    const [chosen, setChosen] = useState("");
    const remove = async () => {
        const address = at("/configuration/job-properties/{jobPropertyId}/dependents/{dependentId}", { jobPropertyId: parent.id, dependentId: dependent.id });
        if (!(await confirm({ title: words.removeTitle(dependent.label), text: words.removeText, action: words.removeAction, danger: true, request: { method: "DELETE", url: address } }))) return;
        await send("DELETE", address, undefined, { changes }).then(() => toast(words.dependentRemoved), toastError);
    };
    useEffect(() => { if (!values.done && values.error === undefined) values.more(); }, [values.rows.length, values.done]);
    return (
        <fieldset class="editor-part">
            <legend>{words.possible(dependent.label)}</legend>
            <div class="buttons">
                <label class="beside">{words.forValue}
                    <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
                        <option value="">{words.chooseValue} …</option>
                        {values.rows.filter((value) => !value.archived).map((value) => <option key={value.id} value={value.id}>{value.label}</option>)}
                    </select>
                </label>
                <a href={href(jobProperties, { jobPropertyId: dependent.id })}><Text>{dependent.label}</Text></a>
                {may("changeConfiguration") && <Button small kind="quiet" label={words.removeDependent(dependent.label)} onClick={() => void remove()}>✕</Button>}
            </div>
            {chosen === "" ? <p class="quiet">{words.nonePossible}</p> : <Possible key={chosen} parent={parent.id} value={chosen} dependent={dependent} />}
        </fieldset>
    );
}

// Which values of the dependent are possible with one value of the parent.
function Possible({ parent, value, dependent }: { parent: string; value: string; dependent: LabelledId }) {
    const path = { jobPropertyId: parent, jobPropertyValueId: value, dependentId: dependent.id };
    const chosen = usePages(at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/values", { ...path, pageSize: 1000 }));
    const all = usePages(at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: dependent.id, pageSize: 1000 }));
    const [text, setText] = useState("");
    useEffect(() => { if (!chosen.done && chosen.error === undefined) chosen.more(); }, [chosen.rows.length, chosen.done]);
    if (chosen.loading || all.loading) return <Skeleton lines={2} />;
    const error = chosen.error ?? all.error;
    if (error !== undefined && chosen.rows.length === 0) return <p class="notice bad" role="alert">{error.message}<RequestId error={error} /></p>;
    const possible = new Set(chosen.rows.map((one) => one.id));
    const list = at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/values", path);
    const toggle = async (one: LabelledId, isPossible: boolean) => {
        const takeBack = patchAll<JobPropertyDependentValues>(`${list}?`, (data) => ({ ...data, content: isPossible ? [...data.content, { id: one.id, label: one.label }] : data.content.filter(({ id }) => id !== one.id) }));
        try {
            if (isPossible) await send("POST", list, { id: one.id }, { changes: [{ prefix: list }] });
            else await send("DELETE", at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/values/{dependentValueId}", { ...path, dependentValueId: one.id }), undefined, { changes: [{ prefix: list }] });
        } catch (failure) {
            takeBack();
            toastError(failure);
        }
    };
    const values = all.rows.filter((one) => !one.archived);
    const mayChange = may("changeConfiguration");
    return (
        <>
            {values.length > kManyValues && <input type="search" aria-label={configuration.search(dependent.label)} placeholder={configuration.search(dependent.label)} value={text} onInput={(event) => setText(event.currentTarget.value)} />}
            {values.length === 0 && <p class="quiet">{words.noValues}</p>}
            <div class="possible" role="group" aria-label={words.possible(dependent.label)}>
                {matching(values, text).map((one) => (
                    <label key={one.id}><input type="checkbox" disabled={!mayChange} checked={possible.has(one.id)} onChange={(event) => void toggle(one, event.currentTarget.checked)} /> <Text>{one.label}</Text></label>
                ))}
            </div>
            {!all.done && <Button small onClick={all.more}>{configuration.more}</Button>}
            {mayChange && values[0] && <AsCurl request={{ method: "POST", url: list, body: { id: values[0].id } }} />}
        </>
    );
}
