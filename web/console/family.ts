// A family of screens: the routes of one noun, its place in the navigation and its commands in the palette. Each folder
// describes itself in routes.ts; screens.ts lists them.
import type { IconName } from "./parts/Icon";
import type { AnyRoute } from "./router";
import type { Right } from "./session";

export interface Command {
    readonly title: string;
    readonly right?: Right;
    readonly run: () => void;
}

export interface SearchResult {
    readonly title: string;
    readonly detail?: string;
    readonly href: string;
}

// Things of a noun in the palette.
export interface Search {
    readonly title: string;  // heading of the results
    readonly right?: Right;
    readonly find: (text: string, signal: AbortSignal) => Promise<readonly SearchResult[]>;
}

export interface NavItem {
    readonly title: string;
    readonly href: string;
    readonly icon?: IconName;
    readonly right?: Right;
    readonly group?: "work" | "setup";  // above or below the line
    readonly inside?: string;           // shown only while the current path begins with this: "/settings"
    readonly count?: () => number | undefined;  // reads signals
}

export interface Family {
    readonly routes: readonly AnyRoute[];
    readonly nav: readonly NavItem[];
    readonly commands?: readonly Command[];
    readonly search?: Search;
}
