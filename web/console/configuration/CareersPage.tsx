import { at } from "../api/address";
import { useResource } from "../api/cache";
import { CareersPage as schema } from "../api/schemas";
import type { CareersPage as CareersPageData, CareersPageTranslation, Company } from "../api/types";
import { Differences } from "../jobs/Differences";
import { AsCurl } from "../parts/AsCurl";
import { Copy } from "../parts/Copy";
import type { FieldLayout } from "../parts/Field";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { toast } from "../parts/Toast";
import { may } from "../session";
import { CareersPreview } from "./CareersPreview";
import { CareersTranslations } from "./CareersTranslations";
import { ColorInput } from "./ColorInput";
import { useEditing } from "./use_editing";
import { configuration } from "./words";

const words = configuration.careers;
const address = at("/configuration/careers-page");

export default function CareersPage() {
    const page = useResource(address);
    const company = useResource(at("/configuration/company"));
    return (
        <article class="screen with-preview">
            <header class="screen-head"><h1>{words.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <Loaded resource={company} lines={2}>
                {(own) => (
                    <>
                        <PublicLinks company={own} />
                        <Loaded resource={page} lines={8}>
                            {(data) => (may("changeConfiguration") ? <Editor opened={data} version={page.version} company={own} /> : <CareersPreview page={data} company={own} />)}
                        </Loaded>
                    </>
                )}
            </Loaded>
        </article>
    );
}

function PublicLinks({ company }: { company: Company }) {
    const path = `/careers/${encodeURIComponent(company.identifier)}`;
    const url = location.origin + path;
    return <p class="buttons"><a href={path} target="_blank" rel="noopener">{url}</a> <Copy text={url} label={words.copyLink} /></p>;
}

function colorField(path: string, label: string, help: string): FieldLayout {
    return { path, label, help, half: true, render: (value, onChange) => <ColorInput label={label} value={value as string | undefined} onChange={onChange} /> };
}

const layout: readonly FieldLayout[] = [
    { path: "/name", label: words.name, help: words.nameHelp },
    colorField("/accentColor", words.accentColor, words.accentHelp),
    colorField("/headerColor", words.headerColor, words.headerHelp),
    { path: "/headline", label: words.headline },
    { path: "/introduction", label: words.introduction, kind: "longText", help: words.html },
    { path: "/confirmation", label: words.confirmation, kind: "longText", help: words.confirmationHelp },
    { path: "/imprintUrl", label: words.imprint, kind: "url", half: true },
    { path: "/privacyUrl", label: words.privacy, kind: "url", half: true },
    {
        path: "/translations", label: words.translations, plain: true, textOf: (value) => (value as CareersPageTranslation[]).map((one) => `${one.language}: ${one.headline ?? ""}`).join(", "),
        render: (value, onChange) => <CareersTranslations translations={(value as CareersPageTranslation[] | undefined) ?? []} onChange={onChange} />,
    },
];

function Editor({ opened, version, company }: { opened: CareersPageData; version: string | undefined; company: Company }) {
    const editing = useEditing({ method: "PUT", address, opened, version, formOf: (page) => page, bodyOf: (page) => page, changes: [{ prefix: address }] });
    const save = async (typed: CareersPageData, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.saved);
    };
    return (
        <Form<CareersPageData> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as CareersPageData} mine={typed} />}>
            {(typed) => <div class="live-preview"><CareersPreview page={typed} company={company} /></div>}
        </Form>
    );
}
