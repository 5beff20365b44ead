import type { CandidateDetails, Education, Experience } from "../api/types";
import { Code } from "../parts/Copy";
import { LongText, OutsideLink, Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { Applications } from "./Applications";
import { Consent } from "./Consent";
import type { TabProps } from "./Profile";
import { Tags } from "./Tags";
import { candidates } from "./words";

const words = candidates.profile;

function placeText(location: CandidateDetails["location"]): string {
    const parts = [location?.city, location?.region ?? location?.regionCode, location?.country ?? location?.countryCode?.toUpperCase()];
    return parts.filter((part) => part !== undefined && part !== "").join(", ");
}

// Names in social networks are often no addresses: what is not http, https or mailto stays text.
function Links({ web }: { web: CandidateDetails["web"] }) {
    const links = Object.entries(web ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    if (links.length === 0) return <span class="quiet">{words.noLinks}</span>;
    return <ul class="links">{links.map(([name, address]) => <li key={name}>{words.web[name] ?? name}: <OutsideLink href={address} /></li>)}</ul>;
}

function Period({ entry: { startDate, endDate, current } }: { entry: Experience | Education }) {
    const end = current ? words.until : endDate;
    const text = [startDate, end].filter((part) => part !== undefined).join(" – ");
    return text === "" ? null : <span class="quiet number"> <Text>{text}</Text></span>;
}

function Entries({ entries, none }: { entries: readonly { head: (string | undefined)[]; entry: Experience | Education }[]; none: string }) {
    if (entries.length === 0) return <p class="quiet">{none}</p>;
    return (
        <ul class="links">
            {entries.map(({ head, entry }, index) => (
                <li key={index}>
                    <strong><Text>{head.filter((part) => part !== undefined && part !== "").join(", ")}</Text></strong> <Period entry={entry} />
                    {entry.location !== undefined && <div class="quiet"><Text>{entry.location}</Text></div>}
                    {entry.description !== undefined && entry.description !== "" && <LongText>{entry.description}</LongText>}
                </li>
            ))}
        </ul>
    );
}

export function Overview({ candidate }: TabProps) {
    const { email, phoneNumber, location, web, experience, education } = candidate;
    return (
        <>
            <Applications candidate={candidate} />
            <div class="cards">
                <section class="panel">
                    <h2>{words.contact}</h2>
                    <dl class="facts">
                        <div><dt>{words.email}</dt><dd><OutsideLink href={`mailto:${email}`}><bdi>{email}</bdi></OutsideLink></dd></div>
                        <div><dt>{words.phone}</dt><dd><Text>{phoneNumber ?? candidates.none}</Text></dd></div>
                        <div><dt>{words.location}</dt><dd><Text>{placeText(location) || candidates.none}</Text></dd></div>
                        <div><dt>{words.links}</dt><dd><Links web={web} /></dd></div>
                        <div><dt>{words.created}</dt><dd><Time at={candidate.createdOn} /></dd></div>
                        <div><dt>{words.updated}</dt><dd><Time at={candidate.updatedOn} /></dd></div>
                        <div><dt>{words.id}</dt><dd><Code>{candidate.id}</Code></dd></div>
                    </dl>
                </section>
                <section class="panel">
                    <h2>{words.tags}</h2>
                    <Tags candidate={candidate} />
                    <h2>{words.consent}</h2>
                    <Consent candidate={candidate} />
                </section>
                <section class="panel">
                    <h2>{words.experience}</h2>
                    <Entries none={words.noExperience} entries={experience.map((entry) => ({ head: [entry.title, entry.company], entry }))} />
                </section>
                <section class="panel">
                    <h2>{words.education}</h2>
                    <Entries none={words.noEducation} entries={education.map((entry) => ({ head: [entry.degree, entry.major, entry.institution], entry }))} />
                </section>
            </div>
        </>
    );
}
