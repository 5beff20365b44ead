export const settings = {
    title: "Settings",
    profile: "Profile",
    name: "Name",
    email: "E-mail",
    role: "Role",
    groups: "Access groups",
    noGroups: "None",
    account: "Account",
    password: "Change password",
    security: "Sessions and second factor",
    connections: "Connected applications",
    appearance: "Appearance",
};
