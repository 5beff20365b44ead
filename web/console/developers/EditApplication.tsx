import { at, type Body } from "../api/address";
import { patch } from "../api/cache";
import { send } from "../api/client";
import { useComparing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { Form } from "../parts/Form";
import { toast } from "../parts/Toast";
import { layout, schema, type OwnApplication } from "./application_form";
import { developers } from "./words";

const words = developers.applications;
type Patch = Body<"/identity/applications/{clientId}", "PATCH">;

function formOf(application: OwnApplication | undefined): Patch {
    const { name = "", redirectUris = [], scopes = [] } = application ?? {};
    return { name, redirectUris, scopes };
}

export function EditApplication({ application }: { application: OwnApplication }) {
    const { clientId } = application;
    const address = at("/identity/applications/{clientId}", { clientId });
    const editing = useComparing<"/identity/applications/{clientId}", Patch>({
        address, opened: application, formOf,
        write: async (form) => {
            const saved = await send("PATCH", address, form, { changes: [{ entity: "connectedApplication", id: clientId }] });
            patch(address, () => saved);
            return formOf(saved);
        },
    });
    const save = async (typed: Patch, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.saved);
    };
    return (
        <>
            <p class="quiet">{words.editHelp}</p>
            <Form<Patch> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PATCH", url: address, body })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as Patch} mine={typed} />} />
        </>
    );
}
