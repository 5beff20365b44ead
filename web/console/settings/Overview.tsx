import { href, type AnyRoute } from "../router";
import { may } from "../session";
import { applicationForm, auditLog, candidateProperties, careersPage, company, departments, erasureRequests, groupList, hiringProcesses, jobProperties, offerProperties, profile, reasons, singleSignOn, sources, typesOfEmployment, userList } from "./routes";
import { settings as words } from "./words";

const sections: readonly [AnyRoute, string][] = [
    [profile, words.overview.profile], [userList, words.overview.users], [groupList, words.overview.groups], [singleSignOn, words.overview.sso],
    [company, words.overview.company], [careersPage, words.overview.careersPage], [departments, words.overview.departments], [hiringProcesses, words.overview.hiringProcesses],
    [reasons, words.overview.reasons], [sources, words.overview.sources], [typesOfEmployment, words.overview.typesOfEmployment], [jobProperties, words.overview.jobProperties], [candidateProperties, words.overview.candidateProperties],
    [offerProperties, words.overview.offerProperties], [applicationForm, words.overview.applicationForm], [erasureRequests, words.overview.erasureRequests], [auditLog, words.overview.audit],
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
