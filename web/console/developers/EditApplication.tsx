import { at, type Body } from "../api/address";
import { patch } from "../api/cache";
import { send } from "../api/client";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { layout, schema, type OwnApplication } from "./application_form";
import { requireSame } from "./require_same";
import { developers } from "./words";

const words = developers.applications;
type Patch = Body<"/identity/applications/{clientId}", "PATCH">;

export function EditApplication({ application }: { application: OwnApplication }) {
    const { clientId, name, redirectUris, scopes } = application;
    const address = at("/identity/applications/{clientId}", { clientId });
    const save = async (body: Patch, { overwrite }: { overwrite: boolean }) => {
        if (!overwrite) await requireSame(address, application, ["name", "redirectUris", "scopes"]);
        const saved = await send("PATCH", address, body, { changes: [{ entity: "connectedApplication", id: clientId }] });
        patch(address, () => saved);
        toast(words.saved);
    };
    return (
        <>
            <p class="quiet">{words.editHelp}</p>
            <Form<Patch> schema={schema} layout={layout} value={{ name, redirectUris, scopes }} onSubmit={save} request={(body) => ({ method: "PATCH", url: address, body })} />
        </>
    );
}
