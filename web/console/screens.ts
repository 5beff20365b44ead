// All screens, in the order of the navigation.
import { candidates } from "./candidates/routes";
import { developers } from "./developers/routes";
import type { Family } from "./family";
import { jobs } from "./jobs/routes";
import { offers } from "./offers/routes";
import { reports } from "./reports/routes";
import { settings } from "./settings/routes";
import { today } from "./today/routes";

export const families: readonly Family[] = [today, jobs, candidates, offers, reports, developers, settings];
export const routes = families.flatMap((family) => family.routes);
