import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { UserInput as schema } from "../api/schemas";
import type { User, UserInput } from "../api/types";
import { useEditing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { patchOf } from "../jobs/job_change";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { loadMe, may, setTheme, theme, type Theme } from "../session";
import { inputOf } from "./user_change";
import { useNameLayout } from "./user_layout";
import { LargePicture, PictureEditor } from "./UserPicture";
import { settings as words } from "./words";

const themes: readonly Theme[] = ["system", "light", "dark"];

export default function Profile() {
    const user = useResource(at("/user-api/v201804/users/me"));
    return (
        <article class="screen narrow">
            <h1>{words.profile}</h1>
            <Loaded resource={user}>
                {(data) => (
                    <>
                        <Facts user={data} />
                        {may("manageUsers") ? <OwnName user={data} /> : <p class="quiet">{words.own.readOnly}</p>}
                    </>
                )}
            </Loaded>
            <h2>{words.appearance}</h2>
            <div class="segments" role="group" aria-label={words.appearance}>
                {themes.map((one) => <button key={one} type="button" aria-pressed={theme.value === one} onClick={() => setTheme(one)}>{parts.theme[one]}</button>)}
            </div>
            <h2>{words.account}</h2>
            <ul class="links">
                <li><a href="/identity/security">{words.security}</a></li>
                <li><a href="/identity/password">{words.password}</a></li>
                <li><a href="/identity/connections">{words.connections}</a></li>
            </ul>
        </article>
    );
}

function Facts({ user }: { user: User }) {
    return (
        <>
            <div class="buttons"><LargePicture user={user} />{may("manageUsers") && <PictureEditor user={user} />}</div>
            <dl class="facts">
                <div><dt>{words.name}</dt><dd><Text>{`${user.firstName} ${user.lastName}`}</Text></dd></div>
                <div><dt>{words.email}</dt><dd><Text>{user.email}</Text></dd></div>
                <div><dt>{words.role}</dt><dd>{words.users.roles[user.role]}</dd></div>
                <div><dt>{words.language}</dt><dd><Text>{user.language.code}</Text></dd></div>
                <div><dt>{words.groups}</dt><dd><Text>{user.accessGroups?.map((group) => group.name).join(", ") || words.noGroups}</Text></dd></div>
            </dl>
        </>
    );
}

// Only administrators may change users, also themselves.
function OwnName({ user }: { user: User }) {
    const address = at("/user-api/v201804/users/{userId}", { userId: user.id });
    const layout = useNameLayout();
    const [typing, setTyping] = useState(false);
    const editing = useEditing({
        method: "PATCH", address, opened: user, version: undefined, formOf: inputOf, bodyOf: (form, before) => patchOf(before, form),
        changes: [{ entity: "user", id: user.id }, { prefix: "/user-api/v201804/users/me" }], typing,
    });
    const save = async (typed: UserInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        await loadMe();
        toast(words.own.saved);
    };
    return (
        <Form<UserInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onTyping={setTyping} onTheirs={editing.onTheirs} request={(body) => ({ method: "PATCH", url: address, body: patchOf(editing.before, body) })}
            differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as UserInput} mine={typed} />} />
    );
}
