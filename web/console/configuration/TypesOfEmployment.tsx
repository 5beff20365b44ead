import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { EmploymentCountriesInput as schema } from "../api/schemas";
import type { EmploymentCountriesInput, EmploymentRule, EmploymentRules } from "../api/types";
import { Differences } from "../jobs/Differences";
import { useDictionary } from "../jobs/job_layout";
import { AsCurl } from "../parts/AsCurl";
import { Empty } from "../parts/Empty";
import type { FieldLayout, Option } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Skeleton } from "../parts/Skeleton";
import { Split } from "../parts/Split";
import { Table } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { may } from "../session";
import { typesOfEmployment } from "../settings/routes";
import { CountryChoice } from "./CountryChoice";
import { useComparing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.employment;
const list = at("/configuration/types-of-employment");

function namesOf(codes: readonly string[], countries: readonly Option[]): string {
    return codes.length === 0 ? words.everywhere : codes.map((code) => countries.find((country) => country.value === code)?.title ?? code).join(", ");
}

export default function TypesOfEmployment({ params: { typeOfEmploymentId } }: ScreenProps<"/settings/types-of-employment/{typeOfEmploymentId?}">) {
    const rules = useResource(list);
    const countries = useDictionary("/v1/countries");
    const open = rules.data?.content.find((rule) => rule.id === typeOfEmploymentId);
    return (
        <Split label={words.one} onClose={() => void go(href(typesOfEmployment))} list={
            <article class="screen fill">
                <header class="screen-head"><h1>{words.title}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: list }} /></div></header>
                <p class="quiet">{words.text}</p>
                <Loaded resource={rules}>
                    {({ content }) => (
                        <Table label={words.title} rows={content} keyOf={(rule) => rule.id} openKey={typeOfEmploymentId} onOpen={(rule) => void go(href(typesOfEmployment, { typeOfEmploymentId: rule.id }))}
                            columns={[
                                { key: "label", title: configuration.name, cell: (rule) => <Text>{rule.label}</Text> },
                                { key: "countries", title: words.countries, width: "2fr", cell: (rule) => <Text>{namesOf(rule.countryCodes, countries)}</Text> },
                            ]} />
                    )}
                </Loaded>
            </article>}
            detail={typeOfEmploymentId === undefined ? null : rules.data && open ? <Detail key={open.id} rules={rules.data} rule={open} countries={countries} /> : rules.data ? <Empty title={parts.notFoundTitle}><p>{parts.notFoundText}</p></Empty> : rules.error ? <></> : <Skeleton lines={6} />} />
    );
}

function Detail({ rules, rule, countries }: { rules: EmploymentRules; rule: EmploymentRule; countries: readonly Option[] }) {
    return (
        <article>
            <header class="screen-head"><h2><Text>{rule.label}</Text></h2></header>
            {may("changeConfiguration") ? <Editor rules={rules} rule={rule} countries={countries} /> : <p><Text>{namesOf(rule.countryCodes, countries)}</Text></p>}
        </article>
    );
}

function inputOf({ countryCodes }: EmploymentRule): EmploymentCountriesInput {
    return { countryCodes };
}

// There is no operation to read one rule: the list is compared.
function Editor({ rules, rule, countries }: { rules: EmploymentRules; rule: EmploymentRule; countries: readonly Option[] }) {
    const address = at("/configuration/types-of-employment/{typeOfEmploymentId}/countries", { typeOfEmploymentId: rule.id });
    const layout: readonly FieldLayout[] = [{
        path: "/countryCodes", label: words.countries, plain: true, textOf: (value) => namesOf(value as readonly string[], countries),
        render: (value, onChange) => <CountryChoice codes={(value as readonly string[] | undefined) ?? []} countries={countries} onChange={onChange} />,
    }];
    const editing = useComparing<"/configuration/types-of-employment", EmploymentCountriesInput>({
        address: list, opened: rules, formOf: ({ content } = rules) => inputOf(content.find((one) => one.id === rule.id) ?? rule),
        write: async (form) => inputOf(await send("PUT", address, form, { changes: [{ prefix: list }] })),
    });
    const save = async (typed: EmploymentCountriesInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
    };
    return (
        <Form<EmploymentCountriesInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body })}
            differences={(now, typed) => <Differences layout={layout} before={editing.before} theirs={now as EmploymentCountriesInput} mine={typed} />} />
    );
}
