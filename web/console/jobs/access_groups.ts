// Which access groups somebody can give a job.
import type { AccessGroup, Reference, User } from "../api/types";

// Administrators choose among all groups, others among their own and those that the job has: as src/jobs/draft.cpp.
export function offeredGroups(all: readonly AccessGroup[], user: Pick<User, "role" | "accessGroups"> | undefined, kept: readonly Reference[]): AccessGroup[] {
    if (user?.role === "ADMINISTRATOR") return [...all];
    const allowed = new Set([...(user?.accessGroups ?? []), ...kept].map(({ id }) => id));
    return all.filter(({ id }) => allowed.has(id));
}

export function groupsText(value: unknown, all: readonly AccessGroup[]): string {
    return ((value as readonly Reference[] | undefined) ?? []).map(({ id }) => all.find((one) => one.id === id)?.name ?? id).join(", ");
}
