// Who is signed in, and what their role permits. The server decides; the console hides what would be refused.
import { computed, signal } from "@preact/signals";
import { at } from "./api/address";
import { read } from "./api/client";
import type { SystemRoleId, User } from "./api/types";

export type Right =
    | "seeJobs" | "changeJobs" | "seeUsers" | "manageUsers" | "readConfiguration" | "changeConfiguration" | "readAuditLog"
    | "manageWebhooks" | "manageApplications" | "runReports" | "manageReports";

const member: readonly Right[] = ["seeJobs", "seeUsers", "readConfiguration", "runReports"];

// As src/accounts/role.h.
const rightsOf: Record<SystemRoleId, readonly Right[]> = {
    ADMINISTRATOR: [...member, "changeJobs", "manageUsers", "changeConfiguration", "readAuditLog", "manageWebhooks", "manageApplications", "manageReports"],
    EXTENDED: [...member, "changeJobs"],
    STANDARD: [...member, "changeJobs"],
    RESTRICTED: member,
    EMPLOYEE: [],
};

export const me = signal<User | undefined>(undefined);
export const rights = computed<ReadonlySet<Right>>(() => new Set(me.value ? rightsOf[me.value.role] : []));

export function may(right: Right | undefined): boolean {
    return right === undefined || rights.value.has(right);
}

export async function loadMe(): Promise<void> {
    me.value = await read(at("/user-api/v201804/users/me"));
}

export type Theme = "system" | "light" | "dark";
const kThemeKey = "callboard-theme";

function storedTheme(): Theme {
    const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(kThemeKey);
    return stored === "light" || stored === "dark" ? stored : "system";
}

export const theme = signal<Theme>(storedTheme());

export function setTheme(wanted: Theme): void {
    theme.value = wanted;
    if (wanted === "system") localStorage.removeItem(kThemeKey);
    else localStorage.setItem(kThemeKey, wanted);
    showTheme();
}

export function showTheme(): void {
    if (theme.value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme.value;
}
