import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { ApplicationForm } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { may } from "../session";
import { FormEditor } from "./FormEditor";
import { FormFacts } from "./FormFacts";
import { configuration } from "./words";

const words = configuration.form;
const address = at("/configuration/application-form");

export default function CompanyForm() {
    const form = useResource(address);
    return (
        <article class="screen narrow">
            <header class="screen-head"><h1>{words.title}</h1><AsCurl request={{ method: "GET", url: address }} /></header>
            <p class="quiet">{words.text}</p>
            <Loaded resource={form} lines={6}>
                {(data: ApplicationForm) => (may("changeConfiguration") ? <FormEditor address={address} opened={data} version={form.version} /> : <FormFacts form={data} />)}
            </Loaded>
        </article>
    );
}
