import { useRef, useState } from "preact/hooks";
import { at } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import type { HiringTeamMember, HiringTeamMemberInput, User } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Avatar } from "../parts/Avatar";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Empty } from "../parts/Empty";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { Pending } from "../parts/Skeleton";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { may } from "../session";
import type { TabProps } from "./Job";
import { jobs as words } from "./words";

const kLeast = 3;  // letters of a search
const nameOf = (user: User | undefined, otherwise: string) => (user ? `${user.firstName} ${user.lastName}` : otherwise);

function teamOf(jobId: string) {
    return at("/jobs/{jobId}/hiring-team", { jobId });
}

function memberAddress(jobId: string, userId: string) {
    return at("/jobs/{jobId}/hiring-team/{userId}", { jobId, userId });
}

function userAddress(userId: string) {
    return at("/user-api/v201804/users/{userId}", { userId });
}

type Change = { readonly undoing?: boolean };

async function join(jobId: string, { id, role }: HiringTeamMemberInput, name: string, { undoing = false }: Change = {}): Promise<void> {
    const member = { id, role, actions: { details: { url: userAddress(id), method: "GET" } } };
    const takeBack = patch(teamOf(jobId), (team) => ({ ...team, content: [...team.content.filter((one) => one.id !== id), member] }));
    try {
        await send("POST", teamOf(jobId), { id, role }, { changes: [{ entity: "job", id: jobId }] });
        toast(words.team.added(name), undoing ? {} : { undo: () => void leave(jobId, member, name, { undoing: true }) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

async function leave(jobId: string, member: HiringTeamMember, name: string, { undoing = false }: Change = {}): Promise<void> {
    const takeBack = patch(teamOf(jobId), (team) => ({ ...team, content: team.content.filter((one) => one.id !== member.id) }));
    try {
        await send("DELETE", memberAddress(jobId, member.id), undefined, { changes: [{ entity: "job", id: jobId }] });
        toast(words.team.removed(name), undoing ? {} : { undo: () => void join(jobId, member, name, { undoing: true }) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}

export function Team({ job }: TabProps) {
    const address = teamOf(job.id);
    const team = useResource(address);
    return (
        <Loaded resource={team}>
            {(data) => (
                <>
                    {data.content.length === 0 ? <Empty title={words.team.empty} /> : (
                        <div class="chart-table">
                            <table>
                                <thead><tr><th scope="col">{words.team.name}</th><th scope="col">{words.team.role}</th><th scope="col"><span class="unseen">{words.remove}</span></th></tr></thead>
                                <tbody>{data.content.map((member) => <Member key={member.id} jobId={job.id} member={member} />)}</tbody>
                            </table>
                        </div>
                    )}
                    <div class="buttons"><AsCurl request={{ method: "GET", url: address }} /></div>
                    {may("changeJobs") && <AddMember jobId={job.id} members={data.content} />}
                </>
            )}
        </Loaded>
    );
}

function Member({ jobId, member }: { jobId: string; member: HiringTeamMember }) {
    const { data: user, error } = useResource(userAddress(member.id));
    const name = nameOf(user, error ? member.id : "…");
    return (
        <tr>
            <td><Avatar firstName={user?.firstName ?? ""} lastName={user?.lastName ?? ""} /> {user || error ? <Text>{name}</Text> : <Pending />}{user && !user.active && <> <Badge>{words.team.inactive}</Badge></>}</td>
            <td><Text>{words.teamRole[member.role] ?? member.role}</Text></td>
            <td class="end">
                {may("changeJobs") && <Button small label={`${words.remove} ${name}`} onClick={() => void leave(jobId, member, name)}>{words.remove}</Button>}
                {may("changeJobs") && <AsCurl request={{ method: "DELETE", url: memberAddress(jobId, member.id) }} />}
            </td>
        </tr>
    );
}

function AddMember({ jobId, members }: { jobId: string; members: readonly HiringTeamMember[] }) {
    const [text, setText] = useState("");
    const [role, setRole] = useState("RECRUITER");
    const input = useRef<HTMLInputElement>(null);
    const q = text.trim();
    useKeys(parts.thisScreen, { c: { title: words.team.add, run: () => input.current?.focus() } });
    const found = useResource(q.length < kLeast ? null : at("/user-api/v201804/users", { q, limit: 10 }), { keep: true });
    return (
        <section class="panel">
            <h2>{words.team.add}</h2>
            <div class="fields">
                <div class="field half">
                    <label for="team-search">{words.team.search}</label>
                    <input ref={input} id="team-search" type="search" aria-keyshortcuts="c" autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />
                </div>
                <div class="field half">
                    <label for="team-role">{words.team.role}</label>
                    <select id="team-role" value={role} onChange={(event) => setRole(event.currentTarget.value)}>
                        {Object.entries(words.teamRole).map(([value, title]) => <option key={value} value={value}>{title}</option>)}
                    </select>
                </div>
            </div>
            {q.length < kLeast ? <p class="quiet">{words.team.atLeast}</p> : (
                <Loaded resource={found} lines={2}>
                    {(users) => (users.content.length === 0 ? <p class="quiet">{words.team.nobody}</p> : (
                        <ul class="links">
                            {users.content.map((user) => (
                                <li key={user.id} class="buttons">
                                    <Avatar firstName={user.firstName} lastName={user.lastName} /> <Text>{nameOf(user, user.id)}</Text> <span class="quiet"><Text>{user.email}</Text></span>
                                    {members.some((member) => member.id === user.id) ? <Badge>{words.team.member}</Badge>
                                        : <>
                                            <Button small label={`${words.add} ${nameOf(user, user.id)}`} onClick={() => void join(jobId, { id: user.id, role }, nameOf(user, user.id))}>{words.add}</Button>
                                            <AsCurl request={{ method: "POST", url: teamOf(jobId), body: { id: user.id, role } }} />
                                        </>}
                                </li>
                            ))}
                        </ul>
                    ))}
                </Loaded>
            )}
        </section>
    );
}
