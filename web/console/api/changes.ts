// Which cached URLs a change concerns.
export type Entity =
    | "application" | "candidate" | "company" | "connectedApplication" | "credential" | "department" | "accessGroup" | "job"
    | "offer" | "report" | "reportFile" | "sso" | "subscription" | "callback" | "user";

// What has changed: an entity (its own resources and the lists that contain it), all URLs with an id, or all URLs that
// begin with `prefix`.
export type Change = { readonly entity: Entity; readonly id?: string } | { readonly id: string } | { readonly prefix: string };

// Lists that contain entities of a kind, whatever their filters are.
const lists: Record<Entity, readonly string[]> = {
    application: ["/applications", "/candidates", "/insights"],
    candidate: ["/candidates", "/applications"],
    company: ["/configuration/company"],
    connectedApplication: ["/identity/applications"],
    credential: ["/identity/credentials"],
    department: ["/configuration/departments"],
    accessGroup: ["/configuration/access-groups", "/user-api/v201804/access-groups"],
    job: ["/jobs"],
    offer: ["/offers"],
    report: ["/reporting-api/v201804/reports"],
    reportFile: [],
    sso: ["/configuration/sso"],
    subscription: ["/webhooks-api/v201907/subscriptions"],
    callback: [],
    user: ["/user-api/v201804/users", "/user-api/v201804/users/me"],
};

export function concerns(url: string, change: Change): boolean {
    if ("prefix" in change) return url.startsWith(change.prefix);
    if (change.id !== undefined && url.includes(change.id)) return true;
    return "entity" in change && lists[change.entity].includes(url.split("?", 1)[0] ?? "");
}
