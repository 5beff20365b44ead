// The frame around every screen: navigation, breadcrumb, palette, help, the user's menu.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { connection } from "./api/events";
import { signOut } from "./api/sign_in";
import type { NavItem } from "./family";
import { Avatar } from "./parts/Avatar";
import { Button } from "./parts/Button";
import { Confirms } from "./parts/Confirm";
import { Icon } from "./parts/Icon";
import { LiveRegion } from "./parts/LiveRegion";
import { Menu } from "./parts/Menu";
import { Palette, paletteShown } from "./parts/Palette";
import { BulkProgress } from "./parts/Progress";
import { Shortcuts, shortcutsShown, useKeys } from "./parts/Shortcuts";
import { SignIn } from "./parts/SignIn";
import { Toasts, toastError } from "./parts/Toast";
import { parts as words } from "./parts/words";
import { href, kBase, path, type AnyRoute } from "./router";
import { families } from "./screens";
import { may, me, setTheme, theme, type Theme } from "./session";
import { profile } from "./settings/routes";

export interface Crumb {
    readonly title: string;
    readonly href?: string;
}

// The last crumb, set by a screen that knows a better name than its route: the title of a job.
export const crumbs = signal<readonly Crumb[] | undefined>(undefined);
const navOpen = signal(false);

function isCurrent(item: NavItem): boolean {
    const here = kBase + path.value;
    return item.href === `${kBase}/` ? path.value === "/" : here === item.href || here.startsWith(`${item.href}/`);
}

// `current` is the innermost item of those that the path is under.
function NavLink({ item, current }: { item: NavItem; current: boolean }) {
    const count = item.count?.();
    return (
        <li class={item.inside !== undefined ? "inside" : isCurrent(item) ? "around" : undefined}>
            <a href={item.href} aria-current={current ? "page" : undefined} onClick={() => { navOpen.value = false; }}>
                {item.icon && <Icon name={item.icon} />}<span>{item.title}</span>{count !== undefined && count > 0 && <span class="count">{count}</span>}
            </a>
        </li>
    );
}

function Navigation() {
    const items = families.flatMap((family) => family.nav).filter((item) => may(item.right) && (item.inside === undefined || path.value.startsWith(item.inside)));
    const current = items.filter(isCurrent).reduce<NavItem | undefined>((best, item) => (best === undefined || item.href.length >= best.href.length ? item : best), undefined);
    const links = (setup: boolean) => <ul>{items.filter((item) => (item.group === "setup") === setup).map((item) => <NavLink key={item.title} item={item} current={item === current} />)}</ul>;
    return (
        <nav class={navOpen.value ? "navigation open" : "navigation"} aria-label={words.navigation}>
            <a class="brand" href={`${kBase}/`}><img src="/assets/icon.svg" alt="" width="22" height="22" />Callboard</a>
            {links(false)}
            {links(true)}
        </nav>
    );
}

function parentsOf(route: AnyRoute | undefined): Crumb[] {
    if (route === undefined) return [];
    const own = { title: route.title, ...(!/\{\w+\}/.test(route.path) && { href: href(route) }) };
    return [...parentsOf(route.parent), own];
}

function Breadcrumb({ route }: { route: AnyRoute | undefined }) {
    const shown = crumbs.value ?? parentsOf(route);
    return (
        <nav class="breadcrumb" aria-label={words.breadcrumb}>
            <ol>
                {shown.map((crumb, index) => (
                    <li key={index}>
                        {crumb.href !== undefined && index < shown.length - 1 ? <a href={crumb.href}><bdi>{crumb.title}</bdi></a> : <bdi aria-current={index === shown.length - 1 ? "page" : undefined}>{crumb.title}</bdi>}
                    </li>
                ))}
            </ol>
        </nav>
    );
}

function UserMenu() {
    const user = me.value;
    if (user === undefined) return null;
    const themes = (["system", "light", "dark"] as const).map((one: Theme) => ({ title: words.theme[one], checked: theme.value === one, onSelect: () => setTheme(one) }));
    return (
        <Menu label={`${words.account}: ${user.firstName} ${user.lastName}`} items={[
            { title: `${user.firstName} ${user.lastName}`, href: href(profile) },
            ...themes,
            { title: words.docs, href: "/docs" },
            { title: words.signOut, onSelect: () => void signOut().catch(toastError) },
        ]}><Avatar firstName={user.firstName} lastName={user.lastName} /></Menu>
    );
}

export function Shell({ route, children }: { route: AnyRoute | undefined; children: ComponentChildren }) {
    const openPalette = () => { paletteShown.value = true; };
    const openShortcuts = () => { shortcutsShown.value = true; };
    useKeys(words.everywhere, { "Ctrl+k": { title: words.keys.palette, run: openPalette, inPalette: false }, "?": { title: words.keys.help, run: openShortcuts } });
    return (
        <>
            <a class="skip" href="#content" onClick={(event) => { event.preventDefault(); document.getElementById("content")?.focus(); }}>{words.skip}</a>
            <div class="shell">
                <Navigation />
                <div class="page">
                    <header class="top">
                        <div class="phone-only"><Button kind="quiet" small label={words.menu} onClick={() => { navOpen.value = !navOpen.value; }}>☰</Button></div>
                        <Breadcrumb route={route} />
                        {connection.value === "interrupted" && <span class="badge wait" title={words.interrupted}>{words.stale}</span>}
                        <Button small onClick={openPalette} label={words.palette}><Icon name="search" /><span class="wide-only quiet">{words.palette}</span><span class="wide-only"><kbd>Ctrl K</kbd></span></Button>
                        <Button small kind="quiet" onClick={openShortcuts} label={words.help}>?</Button>
                        <UserMenu />
                    </header>
                    <main id="content" tabIndex={-1}>{children}</main>
                </div>
            </div>
            <Palette families={families} />
            <Shortcuts />
            <Confirms />
            <SignIn />
            <BulkProgress />
            <Toasts />
            <LiveRegion />
        </>
    );
}
