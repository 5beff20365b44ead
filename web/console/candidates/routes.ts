import type { Family } from "../family";

export const candidates: Family = { routes: [], nav: [] };
