import type { Family } from "../family";
import { go, href, route } from "../router";
import { developers as words } from "./words";

const manage = "manageApplications";
const hooks = "manageWebhooks";

export const applicationList = route("/developers/applications/{clientId?}", { title: words.applications.title, load: () => import("./Applications"), right: manage });
export const newApplication = route("/developers/applications/new", { title: words.applications.register, load: () => import("./NewApplication"), right: manage, parent: applicationList });
export const credentialList = route("/developers/credentials", { title: words.credentials.title, load: () => import("./Credentials"), right: manage });
export const webhookList = route("/developers/webhooks", { title: words.webhooks.title, load: () => import("./Webhooks"), right: hooks });
export const newWebhook = route("/developers/webhooks/new", { title: words.webhooks.create, load: () => import("./NewWebhook"), right: hooks, parent: webhookList });
export const webhookPage = route("/developers/webhooks/{subscriptionId}/{callbackId?}", { title: words.webhooks.one, load: () => import("./Webhook"), right: hooks, parent: webhookList });
export const usagePage = route("/developers/usage", { title: words.usage.title, load: () => import("./Usage"), right: manage });

const inside = "/developers";
const kReference = "/docs";

export const developers: Family = {
    routes: [applicationList, newApplication, credentialList, webhookList, newWebhook, webhookPage, usagePage],
    nav: [
        { title: words.title, icon: "developers", href: href(webhookList), right: hooks, group: "setup" },
        { title: words.webhooks.title, href: href(webhookList), right: hooks, group: "setup", inside },
        { title: words.applications.title, href: href(applicationList), right: manage, group: "setup", inside },
        { title: words.credentials.title, href: href(credentialList), right: manage, group: "setup", inside },
        { title: words.usage.title, href: href(usagePage), right: manage, group: "setup", inside },
        { title: words.reference, href: kReference, group: "setup", inside },
    ],
    commands: [
        { title: words.applications.register, right: manage, run: () => void go(href(newApplication)) },
        { title: words.credentials.create, right: manage, run: () => void go(href(credentialList, undefined, { create: "1" })) },
        { title: words.webhooks.create, right: hooks, run: () => void go(href(newWebhook)) },
        { title: words.reference, run: () => location.assign(kReference) },
    ],
};
