// What administrators do with a user. The server says in a Warning header if a mail has to wait.
import { at } from "../api/address";
import { drop, patch } from "../api/cache";
import { call, perform } from "../api/client";
import type { RequestDescription } from "../api/curl";
import type { AccessGroup, User } from "../api/types";
import { toast, toastError } from "../parts/Toast";
import { settings as words } from "./words";

export const nameOf = (user: Pick<User, "firstName" | "lastName">) => `${user.firstName} ${user.lastName}`;

type UserPath = "/user-api/v201804/users/{userId}/activation" | "/user-api/v201804/users/{userId}/activation-email" | "/user-api/v201804/users/{userId}/reset-password" | "/user-api/v201804/users/{userId}/second-factor";

export function actionAddress(path: UserPath, user: Pick<User, "id">): string {
    return at(path, { userId: user.id });
}

// The text of a Warning header: 199 callboard "the mail waits".
export function warningText(header: string | null): string | undefined {
    return header === null ? undefined : (/"((?:[^"\\]|\\.)*)"/.exec(header)?.[1]?.replace(/\\(.)/g, "$1") ?? header);
}

export async function act(method: "POST" | "PUT" | "DELETE", path: UserPath, user: Pick<User, "id">, done: string): Promise<boolean> {
    try {
        const { headers } = await call(method, actionAddress(path, user), method === "DELETE" ? undefined : {});
        drop({ entity: "user", id: user.id });
        const warning = warningText(headers.get("Warning"));
        toast(warning === undefined ? done : `${done}. ${warning}`);
        return true;
    } catch (error) {
        toastError(error);
        return false;
    }
}

export function membershipRequest(user: Pick<User, "id">, group: Pick<AccessGroup, "id">, member: boolean): RequestDescription {
    const accessGroupId = group.id;
    if (member) return { method: "POST", url: at("/user-api/v201804/access-groups/{accessGroupId}/users", { accessGroupId }), body: [user.id] };
    return { method: "DELETE", url: at("/user-api/v201804/access-groups/{accessGroupId}/users/{userId}", { accessGroupId, userId: user.id }) };
}

// Adds or removes at once; the toast takes it back.
export async function setMember(user: User, group: AccessGroup, member: boolean): Promise<void> {
    const own = at("/user-api/v201804/users/{userId}", { userId: user.id });
    const takeBack = patch(own, (data) => {
        const others = (data.accessGroups ?? []).filter((one) => one.id !== group.id);
        return { ...data, accessGroups: member ? [...others, group] : others };
    });
    const changes = [{ entity: "user" as const, id: user.id }];
    try {
        await perform(membershipRequest(user, group, member), changes);
        toast(member ? words.users.joined(nameOf(user), group.name) : words.users.left(nameOf(user), group.name), { undo: () => void setMember(user, group, !member) });
    } catch (error) {
        takeBack();
        toastError(error);
    }
}
