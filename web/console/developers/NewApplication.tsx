import { useState } from "preact/hooks";
import { at, type Answer } from "../api/address";
import { send } from "../api/client";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { go, href } from "../router";
import { layout, schema, type ApplicationInput } from "./application_form";
import { applicationList } from "./routes";
import { SecretOnce } from "./Shown";
import { developers } from "./words";

const words = developers.applications;
type Registered = Answer<"/identity/applications", "POST">;

const newLayout = [...layout.slice(0, 2), { path: "/confidential", label: words.confidential, help: words.confidentialHelp }, ...layout.slice(2)];

export default function NewApplication() {
    const [registered, setRegistered] = useState<Registered>();
    const open = (application: Registered) => void go(href(applicationList, { clientId: application.clientId }));
    const register = async (input: ApplicationInput) => {
        const made = await send("POST", at("/identity/applications"), input, { changes: [{ entity: "connectedApplication" }] });
        toast(words.registered(made.name));
        return () => (made.clientSecret === undefined ? open(made) : setRegistered(made));
    };
    return (
        <article class="screen narrow">
            <h1>{words.register}</h1>
            <p class="quiet">{words.ownCompanyHelp}</p>
            <Form<ApplicationInput> schema={schema} layout={newLayout} value={{ confidential: true, scopes: ["user_me_read"] }} submit={words.register} onSubmit={register}
                onCancel={() => void go(href(applicationList))} request={(body) => ({ method: "POST", url: at("/identity/applications"), body })} />
            {registered?.clientSecret !== undefined && (
                <SecretOnce title={words.registeredTitle} onClose={() => open(registered)}
                    values={[{ label: words.clientId, value: registered.clientId }, { label: words.clientSecret, value: registered.clientSecret }]} />
            )}
        </article>
    );
}
