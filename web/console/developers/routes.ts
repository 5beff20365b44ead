import type { Family } from "../family";

export const developers: Family = { routes: [], nav: [] };
