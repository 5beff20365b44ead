import { at } from "../api/address";
import { useResource } from "../api/cache";
import { Button } from "../parts/Button";
import { Loaded } from "../parts/Loaded";
import { Text } from "../parts/Text";
import { parts } from "../parts/words";
import { setTheme, theme, type Theme } from "../session";
import { settings as words } from "./words";

const themes: readonly Theme[] = ["system", "light", "dark"];

export default function Profile() {
    const user = useResource(at("/user-api/v201804/users/me"));
    return (
        <article class="screen narrow">
            <h1>{words.profile}</h1>
            <Loaded resource={user}>
                {(data) => (
                    <dl class="facts">
                        <div><dt>{words.name}</dt><dd><Text>{`${data.firstName} ${data.lastName}`}</Text></dd></div>
                        <div><dt>{words.email}</dt><dd><Text>{data.email}</Text></dd></div>
                        <div><dt>{words.role}</dt><dd>{data.systemRole.name}</dd></div>
                        <div><dt>{words.groups}</dt><dd><Text>{data.accessGroups?.map((group) => group.name).join(", ") || words.noGroups}</Text></dd></div>
                    </dl>
                )}
            </Loaded>
            <h2>{words.appearance}</h2>
            <div class="buttons" role="group" aria-label={words.appearance}>
                {themes.map((one) => <Button key={one} kind={theme.value === one ? "primary" : "plain"} onClick={() => setTheme(one)}>{parts.theme[one]}</Button>)}
            </div>
            <h2>{words.account}</h2>
            <ul class="links">
                <li><a href="/identity/password">{words.password}</a></li>
                <li><a href="/identity/security">{words.security}</a></li>
                <li><a href="/identity/connections">{words.connections}</a></li>
            </ul>
        </article>
    );
}
