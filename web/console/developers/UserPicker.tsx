import { useId, useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import { Avatar } from "../parts/Avatar";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { me } from "../session";
import { developers } from "./words";

const words = developers.credentials;
const kLeast = 3;  // letters of a search

// A user by search; undefined is the caller.
export function UserPicker({ userId, onChange }: { userId: string | undefined; onChange: (userId: string | undefined) => void }) {
    const id = useId();
    const [searching, setSearching] = useState(false);
    const [text, setText] = useState("");
    const q = text.trim();
    const found = useResource(!searching || q.length < kLeast ? null : at("/user-api/v201804/users", { q, limit: 10 }), { keep: true });
    const chosen = useResource(userId === undefined ? null : at("/user-api/v201804/users/{userId}", { userId })).data ?? (userId === undefined ? me.value : undefined);
    if (!searching) {
        return (
            <div class="buttons">
                {chosen && <><Avatar firstName={chosen.firstName} lastName={chosen.lastName} /> <Text>{`${chosen.firstName} ${chosen.lastName}`}</Text></>}
                {userId === undefined && <span class="quiet">({words.userSelf})</span>}
                <Button small label={`${words.change}: ${words.user}`} onClick={() => setSearching(true)}>{words.change}</Button>
                {userId !== undefined && <Button small onClick={() => onChange(undefined)}>{words.userSelf}</Button>}
            </div>
        );
    }
    return (
        <>
            <label for={id} class="unseen">{words.userSearch}</label>
            <input id={id} type="search" autocomplete="off" placeholder={words.userSearch} value={text} onInput={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }} />
            {q.length >= kLeast && (
                <Loaded resource={found} lines={2}>
                    {(users) => {
                        const active = users.content.filter((user) => user.active);
                        if (active.length === 0) return <p class="quiet">{words.userNone}</p>;
                        return (
                            <ul class="links">
                                {active.map((user) => (
                                    <li key={user.id}>
                                        <button type="button" class="link" onClick={() => { onChange(user.id); setSearching(false); }}>
                                            <Text>{`${user.firstName} ${user.lastName}`}</Text>
                                        </button>{" "}<span class="quiet"><Text>{user.email}</Text></span>
                                    </li>
                                ))}
                            </ul>
                        );
                    }}
                </Loaded>
            )}
        </>
    );
}
