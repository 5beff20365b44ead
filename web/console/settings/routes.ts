import type { Family } from "../family";
import { href, route } from "../router";
import { settings as words } from "./words";

export const profile = route("/settings/profile", { title: words.profile, load: () => import("./Profile") });

export const settings: Family = {
    routes: [profile],
    nav: [{ title: words.title, href: href(profile), group: "setup" }],
};
