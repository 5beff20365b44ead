import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { User } from "../api/types";
import { Avatar } from "../parts/Avatar";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { nameOf } from "./user_actions";
import { settings as words } from "./words";

const kLeast = 3;  // letters of a search

export interface UserSearchProps {
    readonly label: string;
    readonly chosen?: readonly string[];  // ids
    readonly onChoose?: (user: User) => void;
    readonly action?: (user: User) => ComponentChildren;  // instead of a button that chooses
}

// Finds users as you type.
export function UserSearch({ label, chosen = [], onChoose, action }: UserSearchProps) {
    const [text, setText] = useState("");
    const id = useId();
    const q = text.trim();
    const found = useResource(q.length < kLeast ? null : at("/user-api/v201804/users", { q, limit: 10 }), { keep: true });
    const button = (user: User) => (chosen.includes(user.id) ? <Badge>{words.users.chosen}</Badge>
        : <Button small label={`${words.add} ${nameOf(user)}`} onClick={() => onChoose?.(user)}>{words.add}</Button>);
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <input id={id} type="search" autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }} />
            {q.length < kLeast ? <p class="help">{words.users.atLeast}</p> : (
                <Loaded resource={found} lines={2}>
                    {(users) => (users.content.length === 0 ? <p class="help">{words.users.nobody}</p> : (
                        <ul class="links">
                            {users.content.map((user) => (
                                <li key={user.id} class="buttons">
                                    <Avatar firstName={user.firstName} lastName={user.lastName} /> <Text>{nameOf(user)}</Text> <span class="quiet"><Text>{user.email}</Text></span>
                                    {action?.(user) ?? button(user)}
                                </li>
                            ))}
                        </ul>
                    ))}
                </Loaded>
            )}
        </div>
    );
}
