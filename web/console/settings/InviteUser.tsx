import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import type { RequestDescription } from "../api/curl";
import { UserInput as schema } from "../api/schemas";
import type { UserInput } from "../api/types";
import { Form } from "../parts/Form";
import { Skeleton } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { go, href } from "../router";
import { userList } from "./routes";
import { act, actionAddress, membershipRequest } from "./user_actions";
import { useUserLayout } from "./user_layout";
import { settings as words } from "./words";

const kActivationMail = "/user-api/v201804/users/{userId}/activation-email";
const kNewUser = "USER_ID";  // in commands: the id that the first of them returns
const empty: Partial<UserInput> = { systemRole: { id: "STANDARD" }, language: { code: "en" } };

export default function InviteUser() {
    const address = at("/user-api/v201804/users");
    const groups = useResource(at("/user-api/v201804/access-groups"));
    const [chosen, setChosen] = useState<readonly string[]>([]);
    const layout = useUserLayout();
    const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    // Once the user exists, what fails afterwards can be repeated on the user's page.
    const invite = async (body: UserInput) => {
        const user = await send("POST", address, body, { changes: [{ entity: "user" }] });
        const joined = await Promise.allSettled(chosen.map((accessGroupId) => send("POST", at("/user-api/v201804/access-groups/{accessGroupId}/users", { accessGroupId }), [user.id])));
        for (const result of joined) if (result.status === "rejected") toastError(result.reason);
        const invited = await act("POST", kActivationMail, user, words.users.invited(user.email));
        if (!invited) toast(words.users.created(`${user.firstName} ${user.lastName}`));
        return () => go(href(userList, { userId: user.id }));
    };
    const requests = (body: UserInput): RequestDescription[] => [
        { method: "POST", url: address, body },
        ...chosen.map((id) => membershipRequest({ id: kNewUser }, { id }, true)),
        { method: "POST", url: actionAddress(kActivationMail, { id: kNewUser }), body: {} },
    ];
    return (
        <article class="screen narrow">
            <h1>{words.users.invite}</h1>
            <p class="quiet">{words.users.inviteHelp}</p>
            <Form<UserInput> schema={schema} layout={layout} value={empty} submit={words.users.invite} onSubmit={invite} onCancel={() => void go(href(userList))} request={requests}>
                {groups.loading && <Skeleton lines={2} />}
                {(groups.data?.content.length ?? 0) > 0 && (
                    <fieldset class="form-part">
                        <legend>{words.users.groupsLater}</legend>
                        <div class="choices">
                            {groups.data?.content.map((group) => <label key={group.id}><input type="checkbox" checked={chosen.includes(group.id)} onChange={() => toggle(group.id)} /> <Text>{group.name}</Text></label>)}
                        </div>
                    </fieldset>
                )}
            </Form>
        </article>
    );
}
