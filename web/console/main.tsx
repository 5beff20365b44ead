// The console: shows the screen of the current path.
import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { startEvents } from "./api/events";
import { watchUser } from "./api/sign_in";
import { Empty } from "./parts/Empty";
import { Failed } from "./parts/Failed";
import { startKeys } from "./parts/Shortcuts";
import { Skeleton } from "./parts/Skeleton";
import { parts as words } from "./parts/words";
import { findRoute, path, startRouter, type AnyRoute, type ScreenProps } from "./router";
import { routes } from "./screens";
import { loadMe, may, me, showTheme } from "./session";
import { crumbs, Shell } from "./shell";

type Screen = ComponentType<ScreenProps>;
const screens = new Map<AnyRoute, Screen>();

// The code of a screen is loaded when it is first opened.
function useScreen(route: AnyRoute | undefined): { screen: Screen | undefined; error: Error | undefined; retry: () => void } {
    const [, refresh] = useState(0);
    const [error, setError] = useState<Error>();
    const load = () => {
        setError(undefined);
        if (route === undefined || screens.has(route)) return;
        route.load().then(
            (module) => {
                screens.set(route, module.default as Screen);
                refresh((count) => count + 1);
            },
            (failure: Error) => setError(failure),
        );
    };
    useEffect(load, [route]);
    return { screen: route && screens.get(route), error, retry: load };
}

function Content({ route, params }: { route: AnyRoute | undefined; params: Record<string, string> }) {
    const { screen: Screen, error, retry } = useScreen(route);
    useEffect(() => {
        document.title = `${route?.title ?? words.notFoundTitle} · Callboard`;
        return () => { crumbs.value = undefined; };
    }, [route]);
    if (route === undefined) return <Empty title={words.notFoundTitle}><p>{words.notFoundText}</p></Empty>;
    if (!may(route.right)) return <Empty title={words.forbiddenTitle}><p>{words.notFoundText}</p></Empty>;
    if (error !== undefined) return <Failed error={error} onRetry={retry} />;
    return Screen === undefined ? <Skeleton lines={6} /> : <Screen params={params} />;
}

function Console() {
    const [error, setError] = useState<Error>();
    const load = () => {
        setError(undefined);
        loadMe().then(() => startEvents(me.peek()?.id ?? ""), setError);
    };
    useEffect(load, []);
    const found = findRoute(routes, path.value);
    return (
        <Shell route={found?.route}>
            {error !== undefined ? <Failed error={error} onRetry={load} /> : me.value === undefined ? <Skeleton lines={6} /> : <Content route={found?.route} params={found?.params ?? {}} />}
        </Shell>
    );
}

void findRoute(routes, path.peek())?.route.load().catch(() => {});  // its code comes while the user is loaded; useScreen shows errors
showTheme();
startRouter();
watchUser(() => me.peek()?.id);
startKeys();
render(<Console />, document.getElementById("console") as HTMLElement);
