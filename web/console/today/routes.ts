import type { Family } from "../family";
import { href, route } from "../router";
import { newApplicants } from "./lists";
import { today as words } from "./words";

export const start = route("/", { title: words.title, load: () => import("./Start") });

export const today: Family = {
    routes: [start],
    nav: [{ title: words.title, icon: "today", href: href(start), count: newApplicants }],
};
