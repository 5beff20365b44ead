import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { RequestDescription } from "../api/curl";
import { UserInput as schema } from "../api/schemas";
import type { User, UserInput } from "../api/types";
import { useEditing } from "../configuration/use_editing";
import { Differences } from "../jobs/Differences";
import { patchOf } from "../jobs/job_change";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Code } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { loadMe, me } from "../session";
import { act, actionAddress, membershipRequest, nameOf, setMember } from "./user_actions";
import { inputOf } from "./user_change";
import { useUserLayout } from "./user_layout";
import { LargePicture, PictureEditor } from "./UserPicture";
import { settings as words } from "./words";

const kActivation = "/user-api/v201804/users/{userId}/activation";
const kActivationMail = "/user-api/v201804/users/{userId}/activation-email";
const kReset = "/user-api/v201804/users/{userId}/reset-password";
const kSecondFactor = "/user-api/v201804/users/{userId}/second-factor";

export function UserDetail({ userId }: { userId: string }) {
    const user = useResource(at("/user-api/v201804/users/{userId}", { userId }));
    const [editing, setEditing] = useState(false);
    useKeys(parts.thisScreen, { e: { title: words.users.edit, run: () => setEditing(true) } }, user.data !== undefined);
    return (
        <Loaded resource={user} lines={8}>
            {(data) => (
                <article>
                    <header class="screen-head">
                        <LargePicture user={data} />
                        <h2><Text>{nameOf(data)}</Text></h2>
                        <Badge tone={data.active ? "good" : "neutral"}>{data.active ? words.users.active : words.users.inactive}</Badge>
                        <Button keys="e" onClick={() => setEditing(true)}>{words.users.edit}</Button>
                    </header>
                    <Facts user={data} />
                    <h3>{words.groups}</h3>
                    <Groups user={data} />
                    <h3>{words.users.actions}</h3>
                    <Actions user={data} />
                    {editing && <EditUser user={data} onClose={() => setEditing(false)} />}
                </article>
            )}
        </Loaded>
    );
}

function Facts({ user }: { user: User }) {
    return (
        <dl class="facts">
            <div><dt>{words.email}</dt><dd><Text>{user.email}</Text></dd></div>
            <div><dt>{words.role}</dt><dd>{words.users.roles[user.role]}</dd></div>
            <div><dt>{words.language}</dt><dd><Text>{user.language.code}</Text></dd></div>
            <div><dt>{words.users.ssoLoginMode}</dt><dd>{user.ssoLoginMode === undefined ? words.users.anyMode : words.users.loginMode[user.ssoLoginMode]}</dd></div>
            {user.ssoIdentifier !== undefined && <div><dt>{words.users.ssoIdentifier}</dt><dd><Text>{user.ssoIdentifier}</Text></dd></div>}
            {user.secondFactor !== undefined && <div><dt>{words.secondFactor.title}</dt><dd>{user.secondFactor ? words.secondFactor.setUp : words.secondFactor.missing}</dd></div>}
            {user.externalData !== undefined && <div><dt>{words.users.externalData}</dt><dd><Text>{user.externalData}</Text></dd></div>}
            <div><dt>{words.id}</dt><dd><Code>{user.id}</Code></dd></div>
            <div><dt>{words.users.updated}</dt><dd><Time at={user.updatedOn} /></dd></div>
        </dl>
    );
}

function Groups({ user }: { user: User }) {
    const groups = useResource(at("/user-api/v201804/access-groups"));
    const isMember = (id: string) => user.accessGroups?.some((group) => group.id === id) ?? false;
    return (
        <Loaded resource={groups} lines={2}>
            {({ content }) => (content.length === 0 ? <p class="quiet">{words.group.emptyTitle}</p> : (
                <><div class="choices" role="group" aria-label={words.groups}>
                    {content.map((group) => (
                        <label key={group.id}><input type="checkbox" checked={isMember(group.id)} onChange={(event) => void setMember(user, group, event.currentTarget.checked)} /> <Text>{group.name}</Text></label>
                    ))}
                </div>
                <AsCurl request={content.map((group) => membershipRequest(user, group, !isMember(group.id)))} /></>
            ))}
        </Loaded>
    );
}

async function deactivate(user: User): Promise<void> {
    const text = (
        <>
            <p>{words.users.deactivateEnds}</p>
            <ul>{words.users.ends.map((one) => <li key={one}>{one}</li>)}</ul>
            <p>{words.users.deactivateBack}</p>
            {user.id === me.value?.id && <p><strong>{words.users.deactivateSelf}</strong></p>}
        </>
    );
    if (!(await confirm({ title: words.users.deactivateTitle(nameOf(user)), text, action: words.users.deactivate, danger: true, request: { method: "DELETE", url: actionAddress(kActivation, user) } }))) return;
    await act("DELETE", kActivation, user, words.users.deactivated(nameOf(user)));
}

async function resetPassword(user: User): Promise<void> {
    const { resetTitle, resetText, resetSend, resetDone } = words.users;
    if (!(await confirm({ title: resetTitle(user.email), text: resetText, action: resetSend, request: { method: "POST", url: actionAddress(kReset, user), body: {} } }))) return;
    await act("POST", kReset, user, resetDone(user.email));
}

async function resetSecondFactor(user: User): Promise<void> {
    const { resetTitle, resetEnds, reset, resetDone } = words.secondFactor;
    if (!(await confirm({ title: resetTitle(nameOf(user)), text: resetEnds, action: reset, danger: true, request: { method: "DELETE", url: actionAddress(kSecondFactor, user) } }))) return;
    await act("DELETE", kSecondFactor, user, resetDone(nameOf(user)));
}

function Actions({ user }: { user: User }) {
    const activation = actionAddress(kActivation, user);
    const activate = () => void act("PUT", kActivation, user, words.users.activated(nameOf(user)));
    const reset = () => void resetPassword(user);
    useKeys(parts.thisScreen, user.active ? {
        r: { title: words.users.reset, run: reset },
        "Shift+d": { title: words.users.deactivate, run: () => void deactivate(user) },
    } : { a: { title: words.users.activate, run: activate } });
    return (
        <ul class="action-rows">
            {!user.active && (
                <Action text={words.users.resendText} request={{ method: "POST", url: actionAddress(kActivationMail, user), body: {} }}>
                    <Button small onClick={() => void act("POST", kActivationMail, user, words.users.resent(user.email))}>{words.users.resend}</Button>
                </Action>
            )}
            {!user.active && (
                <Action text={words.users.activateText} request={{ method: "PUT", url: activation, body: {} }}>
                    <Button small keys="a" onClick={activate}>{words.users.activate}</Button>
                </Action>
            )}
            {user.active && (
                <Action text={words.users.resetText} request={{ method: "POST", url: actionAddress(kReset, user), body: {} }}>
                    <Button small keys="r" onClick={reset}>{words.users.reset}</Button>
                </Action>
            )}
            {user.secondFactor === true && user.id !== me.value?.id && (
                <Action text={words.secondFactor.resetText} request={{ method: "DELETE", url: actionAddress(kSecondFactor, user) }}>
                    <Button small kind="danger" onClick={() => void resetSecondFactor(user)}>{words.secondFactor.reset}</Button>
                </Action>
            )}
            <li><p class="quiet">{words.users.pictureText}</p><PictureEditor user={user} /></li>
            {user.active && (
                <Action text={words.users.deactivateText} request={{ method: "DELETE", url: activation }}>
                    <Button small kind="danger" keys="Shift+d" onClick={() => void deactivate(user)}>{words.users.deactivate}</Button>
                </Action>
            )}
        </ul>
    );
}

function Action({ text, request, children }: { text: string; request: RequestDescription; children: ComponentChildren }) {
    return <li><p class="quiet">{text}</p><span class="buttons">{children}<AsCurl request={request} /></span></li>;
}

function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
    const address = at("/user-api/v201804/users/{userId}", { userId: user.id });
    const layout = useUserLayout();
    const editing = useEditing({
        method: "PATCH", address, opened: user, version: undefined, formOf: inputOf, bodyOf: (form, before) => patchOf(before, form),
        changes: [{ entity: "user", id: user.id }],
    });
    const save = async (typed: UserInput, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        if (user.id === me.value?.id) await loadMe();
        toast(words.users.saved);
        return onClose;
    };
    return (
        <Dialog title={words.users.editTitle} wide onClose={onClose}>
            <Form<UserInput> schema={schema} layout={layout} value={editing.value} onSubmit={save} onCancel={onClose} onTheirs={editing.onTheirs} request={(body) => ({ method: "PATCH", url: address, body: patchOf(editing.before, body) })}
                differences={(current, typed) => <Differences layout={layout} before={editing.before} theirs={current as UserInput} mine={typed} />} />
        </Dialog>
    );
}
