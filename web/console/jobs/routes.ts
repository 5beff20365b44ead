import type { Family } from "../family";

export const jobs: Family = { routes: [], nav: [] };
