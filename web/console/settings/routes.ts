import { at } from "../api/address";
import { read } from "../api/client";
import type { Family } from "../family";
import { go, href, route, type AnyRoute } from "../router";
import { settings as words } from "./words";

export const overview = route("/settings", { title: words.title, load: () => import("./Overview") });
export const profile = route("/settings/profile", { title: words.profile, load: () => import("./Profile"), parent: overview });
export const userList = route("/settings/users/{userId?}", { title: words.users.title, load: () => import("./Users"), right: "manageUsers", parent: overview });
export const inviteUser = route("/settings/users/new", { title: words.users.invite, load: () => import("./InviteUser"), right: "manageUsers", parent: userList });
export const groupList = route("/settings/groups/{accessGroupId?}", { title: words.groups, load: () => import("./Groups"), right: "manageUsers", parent: overview });
export const singleSignOn = route("/settings/single-sign-on", { title: words.signIn, load: () => import("./SingleSignOn"), right: "manageUsers", parent: overview });
const readable = { right: "readConfiguration", parent: overview } as const;
export const company = route("/settings/company", { title: words.company, load: () => import("../configuration/Company"), ...readable });
export const careersPage = route("/settings/careers-page", { title: words.careersPage, load: () => import("../configuration/CareersPage"), ...readable });
export const departments = route("/settings/departments", { title: words.departments.title, load: () => import("./Departments"), ...readable });
export const hiringProcesses = route("/settings/hiring-processes/{hiringProcessId?}", { title: words.hiringProcesses, load: () => import("../configuration/HiringProcesses"), ...readable });
export const reasons = route("/settings/reasons", { title: words.reasons, load: () => import("../configuration/Reasons"), ...readable });
export const sources = route("/settings/sources", { title: words.sources, load: () => import("../configuration/Sources"), ...readable });
export const typesOfEmployment = route("/settings/types-of-employment/{typeOfEmploymentId?}", { title: words.typesOfEmployment, load: () => import("../configuration/TypesOfEmployment"), ...readable });
export const jobProperties = route("/settings/job-properties/{jobPropertyId?}", { title: words.jobProperties, load: () => import("../configuration/JobProperties"), ...readable });
export const candidateProperties = route("/settings/candidate-properties/{propertyId?}", { title: words.candidateProperties, load: () => import("../configuration/CandidateProperties"), ...readable });
export const offerProperties = route("/settings/offer-properties", { title: words.offerProperties, load: () => import("../configuration/OfferProperties"), ...readable });
export const applicationForm = route("/settings/application-form", { title: words.applicationForm, load: () => import("../configuration/CompanyForm"), ...readable });
export const erasureRequests = route("/settings/erasure-requests", { title: words.erasureRequests, load: () => import("../candidates/ErasureRequests"), right: "changeConfiguration", parent: overview });
export const auditLog = route("/settings/audit/{eventId?}", { title: words.audit.title, load: () => import("./AuditLog"), right: "readAuditLog", parent: overview });

const inside = "/settings";
// What the company configures, in the order of the navigation.
export const configured: readonly AnyRoute[] = [company, careersPage, departments, hiringProcesses, reasons, sources, typesOfEmployment, jobProperties, candidateProperties, offerProperties, applicationForm];

export const settings: Family = {
    routes: [overview, profile, userList, inviteUser, groupList, singleSignOn, ...configured, erasureRequests, auditLog],
    nav: [
        { title: words.title, icon: "settings", href: href(overview), group: "setup" },
        { title: words.profile, href: href(profile), group: "setup", inside },
        { title: words.users.title, href: href(userList), group: "setup", inside, right: "manageUsers" },
        { title: words.groups, href: href(groupList), group: "setup", inside, right: "manageUsers" },
        { title: words.signIn, href: href(singleSignOn), group: "setup", inside, right: "manageUsers" },
        ...configured.map((one) => ({ title: one.title, href: href(one), group: "setup" as const, inside, right: "readConfiguration" as const })),
        { title: words.erasureRequests, href: href(erasureRequests), group: "setup", inside, right: "changeConfiguration" },
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
