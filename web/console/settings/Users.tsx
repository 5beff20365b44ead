import { useEffect, useState } from "preact/hooks";
import { at } from "../api/address";
import { usePages } from "../api/cache";
import type { User } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Failed } from "../parts/Failed";
import { Filter, useFilter, type FilterField } from "../parts/Filter";
import { valuesOf, type FilterValues } from "../parts/filter_text";
import { useKeys } from "../parts/Shortcuts";
import { Split } from "../parts/Split";
import { Table, type Column } from "../parts/Table";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { go, href, type ScreenProps } from "../router";
import { inviteUser, userList } from "./routes";
import { nameOf } from "./user_actions";
import { UserDetail } from "./UserDetail";
import { kRoles } from "./user_layout";
import { settings as words } from "./words";

const kLeast = 3;       // letters of a search
const kTypingPause = 150;  // ms

const fields: readonly FilterField[] = [
    { name: "role", title: words.role, options: kRoles.map((value) => ({ value, title: words.users.roleName[value] })) },
    { name: "state", title: words.users.state, options: [{ value: "active", title: words.users.active }, { value: "inactive", title: words.users.inactive }] },
];

// Values that the API would refuse are left out, and so are both states.
function queryOf(filter: FilterValues) {
    const roles = valuesOf(filter, "role").map((role) => role.toUpperCase());
    const states = new Set(valuesOf(filter, "state").filter((state) => state === "active" || state === "inactive"));
    return { systemRole: kRoles.filter((role) => roles.includes(role)), active: states.size === 1 ? states.has("active") : undefined };
}

// The value once it has not changed for a while.
function useSettled(value: string): string {
    const [settled, setSettled] = useState(value);
    useEffect(() => {
        const timer = setTimeout(() => setSettled(value), kTypingPause);
        return () => clearTimeout(timer);
    }, [value]);
    return settled;
}

const columns: readonly Column<User>[] = [
    { key: "name", title: words.name, width: "2fr", cell: (user) => <span class="person"><Avatar firstName={user.firstName} lastName={user.lastName} /><Text>{nameOf(user)}</Text></span> },
    { key: "email", title: words.email, width: "2fr", phone: false, cell: (user) => <Text>{user.email}</Text> },
    { key: "role", title: words.role, width: "8rem", cell: (user) => words.users.roleName[user.role] },
    { key: "state", title: words.users.state, width: "6rem", phone: false, cell: (user) => <Badge tone={user.active ? "good" : "neutral"}>{user.active ? words.users.active : words.users.inactive}</Badge> },
    { key: "secondFactor", title: words.secondFactor.title, width: "8rem", phone: false, cell: (user) => (user.secondFactor === true ? words.secondFactor.setUp : <span class="quiet">{words.secondFactor.missing}</span>) },
    { key: "updated", title: words.users.updated, width: "8rem", phone: false, cell: (user) => <Time at={user.updatedOn} /> },
];

export default function Users({ params: { userId } }: ScreenProps<"/settings/users/{userId?}">) {
    const [filter] = useFilter(fields);
    const typed = useSettled(filter.words);
    const address = at("/user-api/v201804/users", { ...(typed.length >= kLeast && { q: typed }), ...queryOf(filter), limit: 100 });
    const users = usePages(address);
    const here = location.search;
    const filtered = filter.terms.length > 0;
    useKeys(parts.thisScreen, { c: { title: words.users.invite, run: () => void go(href(inviteUser)) } });
    const visible = userId === undefined ? columns : columns.filter((column) => column.key !== "email" && column.key !== "secondFactor" && column.key !== "updated");
    return (
        <Split label={words.users.user} onClose={() => void go(href(userList) + here)} detail={userId === undefined ? null : <UserDetail key={userId} userId={userId} />} list={
            <article class="screen fill">
                <header class="screen-head">
                    <h1>{words.users.title}</h1>
                    <div class="buttons">
                        <AsCurl request={{ method: "GET", url: address }} />
                        <Button kind="primary" keys="c" href={href(inviteUser)}>{words.users.invite}</Button>
                    </div>
                </header>
                <Filter fields={fields} placeholder={words.users.placeholder} {...(users.done && { shown: users.rows.length })} />
                {users.error !== undefined && users.rows.length === 0 ? <Failed error={users.error} onRetry={users.reload} /> : (
                    <Table label={words.users.title} rows={users.rows} columns={visible} keyOf={(user) => user.id} loading={users.loading} onEnd={users.more}
                        openKey={userId} onOpen={(user) => void go(href(userList, { userId: user.id }) + here)}
                        empty={filtered || filter.words !== "" ? <Empty title={words.users.noMatchTitle}><p>{words.users.noMatchText}</p></Empty> : <Empty title={words.users.emptyTitle} />} />
                )}
            </article>} />
    );
}
