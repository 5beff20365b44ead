// What a form changes of a user.
import type { User, UserInput } from "../api/types";

export function inputOf(user: User): UserInput {
    const { email, firstName, lastName, systemRole, externalData, ssoIdentifier, ssoLoginMode, language } = user;
    return {
        email, firstName, lastName, systemRole: { id: systemRole.id }, language,
        ...(externalData !== undefined && { externalData }), ...(ssoIdentifier !== undefined && { ssoIdentifier }), ...(ssoLoginMode !== undefined && { ssoLoginMode }),
    };
}
