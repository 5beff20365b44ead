// The fields of a user.
import { useDictionary } from "../jobs/job_layout";
import type { SystemRoleId } from "../api/types";
import type { FieldLayout, Option } from "../parts/Field";
import { settings as words } from "./words";

export const kRoles: readonly SystemRoleId[] = ["ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"];

export function roleOptions(without?: SystemRoleId): Option[] {
    return kRoles.filter((role) => role !== without).map((value) => ({ value, title: words.users.roles[value] }));
}

export function useNameLayout(): FieldLayout[] {
    const languages = useDictionary("/v1/languages");
    return [
        { path: "/firstName", label: words.firstName, half: true, kind: "text" },
        { path: "/lastName", label: words.lastName, half: true, kind: "text" },
        { path: "/language/code", label: words.language, kind: "language", options: languages, half: true },
    ];
}

export function useUserLayout(): FieldLayout[] {
    return [
        { path: "/email", label: words.email, kind: "email" },
        ...useNameLayout(),
        { path: "/systemRole/id", label: words.role, help: words.users.roleHelp, options: roleOptions() },
        { path: "/externalData", label: words.users.externalData, help: words.users.externalHelp, kind: "text", half: true },
        { path: "/ssoIdentifier", label: words.users.ssoIdentifier, kind: "text", half: true },
        { path: "/ssoLoginMode", label: words.users.ssoLoginMode, help: words.users.anyMode, half: true, options: [{ value: "SSO", title: words.users.loginMode.SSO }, { value: "PASSWORD", title: words.users.loginMode.PASSWORD }] },
    ];
}
