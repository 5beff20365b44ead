import type { Family } from "../family";

export const offers: Family = { routes: [], nav: [] };
