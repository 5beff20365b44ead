import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { send } from "../api/client";
import { AccessGroupInput as schema } from "../api/schemas";
import type { AccessGroup, AccessGroupInput, User } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { groupList } from "./routes";
import { setMember } from "./user_actions";
import { UserSearch } from "./UserSearch";
import { settings as words } from "./words";

export default function Groups({ params: { accessGroupId } }: ScreenProps<"/settings/groups/{accessGroupId?}">) {
    const groups = useResource(at("/configuration/access-groups"));
    const [creating, setCreating] = useState(false);
    const open = groups.data?.content.find((group) => group.id === accessGroupId);
    useKeys(parts.thisScreen, { c: { title: words.group.create, run: () => setCreating(true) } });
    const create = <Button kind="primary" keys="c" onClick={() => setCreating(true)}>{words.group.create}</Button>;
    return (
        <Split label={words.group.group} onClose={() => void go(href(groupList))} list={
            <article class="screen fill">
                <header class="screen-head"><h1>{words.groups}</h1><div class="buttons"><AsCurl request={{ method: "GET", url: at("/configuration/access-groups") }} />{create}</div></header>
                <p class="quiet">{words.group.text}</p>
                <Loaded resource={groups}>
                    {({ content }) => (
                        <Table label={words.groups} rows={content} keyOf={(group) => group.id} openKey={accessGroupId} onOpen={(group) => void go(href(groupList, { accessGroupId: group.id }))}
                            columns={[{ key: "name", title: words.label, cell: (group) => <Text>{group.name}</Text> }]} empty={<Empty title={words.group.emptyTitle}>{create}</Empty>} />
                    )}
                </Loaded>
                {creating && <CreateGroup onClose={() => setCreating(false)} />}
            </article>}
            detail={accessGroupId === undefined ? null : open ? <GroupDetail key={open.id} group={open} /> : groups.data ? <Empty title={parts.notFoundTitle}><p>{parts.notFoundText}</p></Empty> : <></>} />
    );
}

function CreateGroup({ onClose }: { onClose: () => void }) {
    const address = at("/configuration/access-groups");
    const create = async (body: AccessGroupInput) => {
        const group = await send("POST", address, body, { changes: [{ entity: "accessGroup" }] });
        toast(words.group.created(group.name));
        onClose();
        await go(href(groupList, { accessGroupId: group.id }));
    };
    return (
        <Dialog title={words.group.create} onClose={onClose}>
            <Form<AccessGroupInput> schema={schema} layout={[{ path: "/name", label: words.label }]} value={{}} submit={words.create} onSubmit={create} onCancel={onClose} request={(body) => ({ method: "POST", url: address, body })} />
        </Dialog>
    );
}

function GroupDetail({ group }: { group: AccessGroup }) {
    return (
        <article>
            <header class="screen-head"><h2><Text>{group.name}</Text></h2></header>
            <p>{words.id} <Code>{group.id}</Code></p>
            <h3>{words.group.members}</h3>
            <p class="quiet">{words.group.membersText}</p>
            <UserSearch label={words.users.search} action={(user) => <Membership user={user} group={group} />} />
            <AsCurl request={{ method: "POST", url: at("/user-api/v201804/access-groups/{accessGroupId}/users", { accessGroupId: group.id }), body: ["USER_ID"] }} />
        </article>
    );
}

// Only the user itself says in which groups it is.
function Membership({ user, group }: { user: User; group: AccessGroup }) {
    const whole = useResource(at("/user-api/v201804/users/{userId}", { userId: user.id }));
    if (whole.data === undefined) return <Button small disabled>…</Button>;
    const data = whole.data;
    const member = data.accessGroups?.some((one) => one.id === group.id) ?? false;
    return <Button small onClick={() => void setMember(data, group, !member)}>{member ? words.group.remove : words.group.add}</Button>;
}
