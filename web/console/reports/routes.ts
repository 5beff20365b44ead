import type { Family } from "../family";

export const reports: Family = { routes: [], nav: [] };
