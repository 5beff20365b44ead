import { useState } from "preact/hooks";
import { at } from "../api/address";
import { usePages, useResource } from "../api/cache";
import { send } from "../api/client";
import { AccessGroupInput as schema } from "../api/schemas";
import type { AccessGroup, AccessGroupInput, User } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Code } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Skeleton } from "../parts/Skeleton";
import { Split } from "../parts/Split";
import { Table } from "../parts/Table";
import { Text } from "../parts/Text";
import { toast } from "../parts/Toast";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { groupList, userList } from "./routes";
import { membershipRequest, nameOf, setMember } from "./user_actions";
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
            detail={accessGroupId === undefined ? null : open ? <GroupDetail key={open.id} group={open} /> : groups.data ? <Empty title={parts.notFoundTitle}><p>{parts.notFoundText}</p></Empty> : groups.error ? <></> : <Skeleton lines={6} />} />
    );
}

function CreateGroup({ onClose }: { onClose: () => void }) {
    const address = at("/configuration/access-groups");
    const create = async (body: AccessGroupInput) => {
        const group = await send("POST", address, body, { changes: [{ entity: "accessGroup" }] });
        toast(words.group.created(group.name));
        return async () => {
            onClose();
            await go(href(groupList, { accessGroupId: group.id }));
        };
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
            <Members group={group} />
            <p class="quiet">{words.group.membersText}</p>
            <UserSearch label={words.users.search} action={(user) => <Membership user={user} group={group} />} />
            <AsCurl request={membershipRequest({ id: "USER_ID" }, group, true)} />
        </article>
    );
}

function Members({ group }: { group: AccessGroup }) {
    const address = at("/user-api/v201804/users", { accessGroupId: group.id, limit: 100 });
    const members = usePages(address);
    if (members.error !== undefined && members.rows.length === 0) return <Failed error={members.error} onRetry={members.reload} />;
    if (members.loading) return <Skeleton lines={2} />;
    if (members.rows.length === 0) return <p>{words.group.nobody}</p>;
    return (
        <>
            <ul class="links" aria-label={words.group.members}>
                {members.rows.map((user) => (
                    <li key={user.id} class="buttons">
                        <Avatar firstName={user.firstName} lastName={user.lastName} /> <a href={href(userList, { userId: user.id })}><Text>{nameOf(user)}</Text></a>
                        {!user.active && <Badge>{words.users.inactive}</Badge>}
                        <Button small label={`${words.group.remove} ${nameOf(user)}`} onClick={() => void setMember(user, group, false)}>{words.group.remove}</Button>
                        <AsCurl request={membershipRequest(user, group, false)} />
                    </li>
                ))}
            </ul>
            {!members.done && <Button onClick={members.more}>{words.group.more}</Button>}
            <AsCurl request={{ method: "GET", url: address }} />
        </>
    );
}

// A list of members may not be complete: the user itself says in which groups it is.
function Membership({ user, group }: { user: User; group: AccessGroup }) {
    const whole = useResource(at("/user-api/v201804/users/{userId}", { userId: user.id }));
    if (whole.data === undefined) return <Button small disabled>…</Button>;
    const data = whole.data;
    const member = data.accessGroups?.some((one) => one.id === group.id) ?? false;
    return <Button small onClick={() => void setMember(data, group, !member)}>{member ? words.group.remove : words.group.add}</Button>;
}
