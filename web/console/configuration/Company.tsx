import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { Company as CompanyData } from "../api/types";
import { Differences } from "../jobs/Differences";
import { useDictionary } from "../jobs/job_layout";
import { AsCurl } from "../parts/AsCurl";
import { Code } from "../parts/Copy";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { OutsideLink, Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { href } from "../router";
import { may } from "../session";
import { careersPage } from "../settings/routes";
import { formOf, patchOf, placeText, type CompanyForm } from "./company_profile";
import { LogoEditor } from "./Logo";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.company;
const address = at("/configuration/company");

export default function Company() {
    const company = useResource(address);
    return (
        <article class="screen narrow">
            <header class="screen-head"><h1>{words.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={company} lines={8}>
                {(data) => (
                    <>
                        <dl class="facts">
                            <div><dt>{configuration.name}</dt><dd><Text>{data.name}</Text></dd></div>
                            <div><dt>{words.identifier}</dt><dd><Code>{data.identifier}</Code></dd></div>
                            <div><dt>{words.careers}</dt><dd><a href={href(careersPage)}>{words.careers}</a></dd></div>
                        </dl>
                        <p class="quiet">{words.operator}</p>
                        <h2>{words.logo}</h2>
                        <LogoEditor company={data} />
                        <h2>{words.profile}</h2>
                        {may("changeConfiguration") ? <Editor opened={data} version={company.version} /> : <Facts company={data} />}
                    </>
                )}
            </Loaded>
        </article>
    );
}

function Facts({ company }: { company: CompanyData }) {
    return (
        <dl class="facts">
            <div><dt>{words.website}</dt><dd>{company.website === undefined ? "–" : <OutsideLink href={company.website} />}</dd></div>
            <div><dt>{words.industry}</dt><dd><Text>{company.industry?.label ?? "–"}</Text></dd></div>
            <div><dt>{words.address}</dt><dd><Text>{placeText(company) || "–"}</Text></dd></div>
        </dl>
    );
}

function useLayout(): FieldLayout[] {
    const industries = useDictionary("/v1/industries");
    const countries = useDictionary("/v1/countries");
    return [
        { path: "/website", label: words.website, kind: "url", help: words.websiteHelp, half: true },
        { path: "/industry/id", label: words.industry, options: industries, half: true },
        { path: "/location/countryCode", label: words.country, options: countries, half: true },
        { path: "/location/city", label: words.city, kind: "text", half: true },
        { path: "/location/region", label: words.region, kind: "text", half: true },
        { path: "/location/postalCode", label: words.postalCode, kind: "text", half: true },
        { path: "/location/address", label: words.address, kind: "text" },
    ];
}

function Editor({ opened, version }: { opened: CompanyData; version: string | undefined }) {
    const editing = useEditing({ method: "PATCH", address, opened, version, formOf, bodyOf: patchOf, changes: [{ entity: "company" }] });
    const layout = useLayout();
    const save = async (typed: CompanyForm, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(configuration.saved);
    };
    return (
        <Form<CompanyForm> layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(typed) => ({ method: "PATCH", url: address, body: patchOf(typed, editing.before) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as CompanyForm} mine={typed} />} />
    );
}
