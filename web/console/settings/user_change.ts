// The JSON Patch (RFC 6902) between what a form began with and what it has now: only what was changed is sent, so that
// changes of others to the same user stay.
import type { JsonPatch, User, UserInput } from "../api/types";

type Field = Exclude<keyof UserInput, "password">;
const kFields: readonly Field[] = ["email", "firstName", "lastName", "systemRole", "externalData", "ssoIdentifier", "ssoLoginMode", "language", "location"];

export function inputOf(user: User): UserInput {
    const { email, firstName, lastName, systemRole, externalData, ssoIdentifier, ssoLoginMode, language } = user;
    return {
        email, firstName, lastName, systemRole: { id: systemRole.id }, language,
        ...(externalData !== undefined && { externalData }), ...(ssoIdentifier !== undefined && { ssoIdentifier }), ...(ssoLoginMode !== undefined && { ssoLoginMode }),
    };
}

export function patchOf(before: Partial<UserInput>, after: Partial<UserInput>): JsonPatch {
    return kFields.flatMap((field): JsonPatch => {
        const [old, now] = [before[field], after[field]];
        if (JSON.stringify(old) === JSON.stringify(now)) return [];
        return now === undefined ? [{ op: "remove", path: `/${field}` }] : [{ op: old === undefined ? "add" : "replace", path: `/${field}`, value: now }];
    });
}
