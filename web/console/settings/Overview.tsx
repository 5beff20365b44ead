import { href, type AnyRoute } from "../router";
import { may } from "../session";
import { auditLog, company, departments, groupList, lists, profile, singleSignOn, userList } from "./routes";
import { settings as words } from "./words";

const sections: readonly [AnyRoute, string][] = [
    [profile, words.overview.profile], [userList, words.overview.users], [groupList, words.overview.groups], [singleSignOn, words.overview.sso],
    [company, words.overview.company], [departments, words.overview.departments], [lists, words.overview.lists], [auditLog, words.overview.audit],
];

export default function Overview() {
    return (
        <article class="screen">
            <h1>{words.title}</h1>
            <div class="cards">
                {sections.filter(([route]) => may(route.right)).map(([route, text]) => (
                    <section key={route.path} class="panel">
                        <h2><a href={href(route)}>{route.title}</a></h2>
                        <p class="quiet">{text}</p>
                    </section>
                ))}
            </div>
        </article>
    );
}
