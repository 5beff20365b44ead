// Events of webhooks by family, in the order of the catalogue.
export interface EventGroup<E> {
    readonly family: string;
    readonly events: readonly E[];
}

// job.created: job; job.ad.updated: job.ad; job.approval.step.approved and job.approver.skipped: job.approval.
export function familyOf(name: string): string {
    const [first = "", second, third] = name.split(".");
    if (third === undefined || second === undefined) return first;
    if (second === "ad") return `${first}.ad`;
    return second === "approval" || second === "approver" ? `${first}.approval` : first;
}

export function groupEvents<E extends { readonly name: string }>(events: readonly E[]): EventGroup<E>[] {
    const groups = new Map<string, E[]>();
    for (const event of events) {
        const family = familyOf(event.name);
        groups.set(family, [...(groups.get(family) ?? []), event]);
    }
    return [...groups].map(([family, members]) => ({ family, events: members }));
}

// All members of a group are chosen, some, or none.
export function chosenIn(members: readonly string[], chosen: readonly string[]): "all" | "some" | "none" {
    const count = members.filter((member) => chosen.includes(member)).length;
    return count === 0 ? "none" : count === members.length ? "all" : "some";
}

// Chooses all members, or none if all were chosen; the order of the others stays.
export function toggleGroup(members: readonly string[], chosen: readonly string[]): string[] {
    if (chosenIn(members, chosen) === "all") return chosen.filter((one) => !members.includes(one));
    return [...chosen, ...members.filter((member) => !chosen.includes(member))];
}
