import { useEffect, useId } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource } from "../api/cache";
import type { JobPropertyDefinition, JobPropertyInput } from "../api/types";
import { Failed } from "../parts/Failed";
import { Skeleton } from "../parts/Skeleton";
import { parts } from "../parts/words";
import { valueOf, withValue } from "./job_properties";
import { jobs } from "./words";

const words = jobs.properties;
const kPage = 1000;
const kLongestText = 1000;  // characters

export interface PropertyFieldsProps {
    readonly values: readonly JobPropertyInput[];
    readonly onChange: (values: JobPropertyInput[]) => void;
}

// The company's own fields of a job. One that depends on another offers what is possible with the other's value.
export function PropertyFields({ values, onChange }: PropertyFieldsProps) {
    const definitions = useResource(at("/configuration/job-properties"));
    if (definitions.data === undefined) return definitions.error ? <Failed error={definitions.error} onRetry={definitions.reload} /> : <Skeleton lines={2} />;
    const all = definitions.data.content;
    const shown = all.filter((property) => property.active || valueOf(values, property.id) !== undefined);
    if (shown.length === 0) return <p class="quiet">{words.none}</p>;
    return (
        <div class="fields">
            {shown.map((property) => {
                const props = { property, value: valueOf(values, property.id) ?? "", onChange: (value: string) => onChange(withValue(values, property, value, all)) };
                if (property.type === "TEXT") return <TextProperty key={property.id} {...props} />;
                const parent = all.find((one) => one.id === property.dependsOn && one.active);
                return parent === undefined ? <ListProperty key={property.id} {...props} /> : <DependentProperty key={property.id} {...props} parent={parent} parentValue={valueOf(values, parent.id)} />;
            })}
        </div>
    );
}

interface PropertyProps {
    readonly property: JobPropertyDefinition;
    readonly value: string;
    readonly onChange: (value: string) => void;
}

function Label({ id, property }: { id: string; property: JobPropertyDefinition }) {
    return <label for={id}><bdi>{property.label}</bdi>{!property.required && <span class="quiet"> {parts.optional}</span>}</label>;
}

function TextProperty({ property, value, onChange }: PropertyProps) {
    const id = useId();
    return (
        <div class="field half">
            <Label id={id} property={property} />
            <input id={id} type="text" dir="auto" autocomplete="off" maxLength={kLongestText} disabled={!property.active} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
        </div>
    );
}

interface Choice {
    readonly id: string;
    readonly label: string;
    readonly archived?: boolean;
}

function Select({ property, value, onChange, choices, disabled = false, help }: PropertyProps & { choices: readonly Choice[]; disabled?: boolean; help?: string | undefined }) {
    const id = useId();
    const offered = choices.filter((choice) => !choice.archived || choice.id === value);
    const isKnown = value === "" || offered.some((choice) => choice.id === value);
    return (
        <div class="field half">
            <Label id={id} property={property} />
            <select id={id} value={value} disabled={disabled || !property.active} aria-required={property.required || undefined} aria-describedby={help === undefined ? undefined : `${id}-help`} onChange={(event) => onChange(event.currentTarget.value)}>
                <option value="">{parts.none}</option>
                {!isKnown && <option value={value}>{value}</option>}
                {offered.map((choice) => <option key={choice.id} value={choice.id} selected={choice.id === value}>{choice.archived ? words.archived(choice.label) : choice.label}</option>)}
            </select>
            {help !== undefined && <p class="help" id={`${id}-help`}>{help}</p>}
        </div>
    );
}

function ListProperty(props: PropertyProps) {
    const values = usePages(at("/configuration/job-properties/{jobPropertyId}/values", { jobPropertyId: props.property.id, pageSize: kPage }));
    useEffect(() => { if (!values.done && values.error === undefined) values.more(); }, [values.rows.length, values.done]);
    return <Select {...props} choices={values.rows} />;
}

function DependentProperty({ parent, parentValue, ...props }: PropertyProps & { parent: JobPropertyDefinition; parentValue: string | undefined }) {
    const values = usePages(parentValue === undefined ? null : at("/configuration/job-properties/{jobPropertyId}/values/{jobPropertyValueId}/dependents/{dependentId}/values",
        { jobPropertyId: parent.id, jobPropertyValueId: parentValue, dependentId: props.property.id, pageSize: kPage }));
    useEffect(() => { if (parentValue !== undefined && !values.done && values.error === undefined) values.more(); }, [parentValue, values.rows.length, values.done]);
    return <Select {...props} choices={values.rows} disabled={parentValue === undefined} help={parentValue === undefined ? words.chooseFirst(parent.label) : undefined} />;
}
