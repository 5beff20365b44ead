import { at } from "../api/address";
import { read } from "../api/client";
import type { Family } from "../family";
import { go, href, route } from "../router";
import { settings as words } from "./words";

export const overview = route("/settings", { title: words.title, load: () => import("./Overview") });
export const profile = route("/settings/profile", { title: words.profile, load: () => import("./Profile"), parent: overview });
export const userList = route("/settings/users/{userId?}", { title: words.users.title, load: () => import("./Users"), right: "manageUsers", parent: overview });
export const inviteUser = route("/settings/users/new", { title: words.users.invite, load: () => import("./InviteUser"), right: "manageUsers", parent: userList });
export const groupList = route("/settings/groups/{accessGroupId?}", { title: words.groups, load: () => import("./Groups"), right: "manageUsers", parent: overview });
export const singleSignOn = route("/settings/single-sign-on", { title: words.sso.title, load: () => import("./SingleSignOn"), right: "manageUsers", parent: overview });
export const company = route("/settings/company", { title: words.company.title, load: () => import("./Company"), right: "readConfiguration", parent: overview });
export const departments = route("/settings/departments", { title: words.departments.title, load: () => import("./Departments"), right: "readConfiguration", parent: overview });
export const lists = route("/settings/lists", { title: words.lists.title, load: () => import("./Lists"), right: "readConfiguration", parent: overview });
export const auditLog = route("/settings/audit/{eventId?}", { title: words.audit.title, load: () => import("./AuditLog"), right: "readAuditLog", parent: overview });

const inside = "/settings";

export const settings: Family = {
    routes: [overview, profile, userList, inviteUser, groupList, singleSignOn, company, departments, lists, auditLog],
    nav: [
        { title: words.title, icon: "settings", href: href(overview), group: "setup" },
        { title: words.profile, href: href(profile), group: "setup", inside },
        { title: words.users.title, href: href(userList), group: "setup", inside, right: "manageUsers" },
        { title: words.groups, href: href(groupList), group: "setup", inside, right: "manageUsers" },
        { title: words.sso.title, href: href(singleSignOn), group: "setup", inside, right: "manageUsers" },
        { title: words.company.title, href: href(company), group: "setup", inside, right: "readConfiguration" },
        { title: words.departments.title, href: href(departments), group: "setup", inside, right: "readConfiguration" },
        { title: words.lists.title, href: href(lists), group: "setup", inside, right: "readConfiguration" },
        { title: words.audit.title, href: href(auditLog), group: "setup", inside, right: "readAuditLog" },
    ],
    commands: [
        { title: words.users.invite, right: "manageUsers", run: () => void go(href(inviteUser)) },
        { title: words.security, run: () => location.assign("/identity/security") },
    ],
    search: {
        title: words.users.title,
        right: "manageUsers",
        find: async (text, signal) => {
            if (text.trim().length < 3) return [];
            const { content } = await read(at("/user-api/v201804/users", { q: text.trim(), limit: 5 }), { signal });
            return content.map((user) => ({ title: `${user.firstName} ${user.lastName}`, detail: user.email, href: href(userList, { userId: user.id }) }));
        },
    },
};
