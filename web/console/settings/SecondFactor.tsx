// Whether users of the company need a second factor.
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import { AsCurl } from "../parts/AsCurl";
import { Loaded } from "../parts/Loaded";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { href } from "../router";
import { userList } from "./routes";
import { settings } from "./words";

const words = settings.secondFactor;
const address = at("/configuration/second-factor");

async function setRequired(required: boolean): Promise<void> {
    const takeBack = patch(address, () => ({ required }));
    try {
        await send("PUT", address, { required }, { changes: [{ prefix: address }] });
        toast(required ? words.nowRequired : words.nowOptional, { undo: () => void setRequired(!required) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

export function SecondFactor() {
    const policy = useResource(address);
    return (
        <section>
            <h2>{words.title}</h2>
            <p>{words.text} <a href={href(userList)}>{words.who}</a></p>
            <Loaded resource={policy} lines={1}>
                {({ required, requiredSince }) => (
                    <div class="buttons">
                        <label><input type="checkbox" role="switch" checked={required} onChange={(event) => void setRequired(event.currentTarget.checked)} /> {words.required}</label>
                        {requiredSince !== undefined && <span class="quiet">{words.since} <Time at={requiredSince} /></span>}
                        <AsCurl request={{ method: "PUT", url: address, body: { required: !required } }} />
                    </div>
                )}
            </Loaded>
        </section>
    );
}
