import type { FunctionComponent } from "preact";
import { at } from "../api/address";
import { drop, useResource } from "../api/cache";
import { send } from "../api/client";
import type { CandidateDetails } from "../api/types";
import { newOffer } from "../offers/routes";
import { Avatar } from "../parts/Avatar";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Loaded } from "../parts/Loaded";
import { Menu, type MenuItem } from "../parts/Menu";
import { useKeys } from "../parts/Shortcuts";
import { Tabs } from "../parts/Tabs";
import { Text } from "../parts/Text";
import { toast, toastError } from "../parts/Toast";
import { go, href, useQuery } from "../router";
import { may } from "../session";
import { Answers } from "./Answers";
import { ApplicationDialogs, openDialog } from "./ApplicationDialogs";
import { refsOf } from "./application_moves";
import { nameOf } from "./candidate_change";
import { useCandidateCrumbs } from "./candidate_parts";
import { requestConsent } from "./Consent";
import { History } from "./History";
import { Overview } from "./Overview";
import { Properties } from "./Properties";
import { candidateList, candidatePage, editCandidate, newCandidate } from "./routes";
import { focusTags } from "./Tags";
import { candidates as words } from "./words";

export interface TabProps {
    readonly candidate: CandidateDetails;
}

const tabs = { profile: Overview, timeline: History, properties: Properties, answers: Answers } satisfies Record<string, FunctionComponent<TabProps>>;
type TabName = keyof typeof tabs;
const names = Object.keys(tabs) as TabName[];

// The application that keys and tabs are about: ?job=, otherwise the primary one.
export function useSelected(candidate: CandidateDetails) {
    const refs = refsOf(candidate);
    const [wanted, select] = useQuery("job");
    return { refs, selected: refs.find((ref) => ref.job.id === wanted) ?? refs[0], select };
}

async function deleteCandidate(candidate: CandidateDetails): Promise<void> {
    const name = nameOf(candidate);
    const address = at("/candidates/{candidateId}", { candidateId: candidate.id });
    const yes = await confirm({ title: words.deletion.title(name), text: words.deletion.text(refsOf(candidate).length), action: words.deletion.action, danger: true, request: { method: "DELETE", url: address } });
    if (!yes) return;
    try {
        await send("DELETE", address, undefined);
        toast(words.deletion.done(name));
        await go(href(candidateList));
        drop({ entity: "candidate", id: candidate.id });  // after leaving: the page itself would ask for what is gone
    } catch (error) {
        toastError(error);
    }
}

export function CandidateProfile({ candidateId, beside = false }: { candidateId: string; beside?: boolean }) {
    const candidate = useResource(at("/candidates/{candidateId}", { candidateId }));
    return <Loaded resource={candidate} lines={10}>{(data) => <Shown candidate={data} beside={beside} />}</Loaded>;
}

function useProfileKeys(candidate: CandidateDetails): void {
    const { refs, selected, select } = useSelected(candidate);
    const candidateId = candidate.id;
    const next = refs[(refs.findIndex((ref) => ref === selected) + 1) % Math.max(refs.length, 1)];
    useKeys(words.one, {
        e: { title: words.keys.edit, run: () => void go(href(editCandidate, { candidateId })) },
        t: { title: words.keys.tags, run: () => focusTags() },
        q: { title: words.keys.consent, run: () => void requestConsent(candidate) },
        a: { title: words.applications.addToJob, run: () => void go(href(newCandidate, undefined, { from: candidateId })) },
        "Shift+d": { title: words.keys.remove, run: () => void deleteCandidate(candidate) },
        ...(selected && {
            m: { title: words.keys.move, run: () => openDialog("move", selected) },
            r: { title: words.keys.reject, run: () => openDialog("reject", selected) },
            w: { title: words.keys.withdraw, run: () => openDialog("withdraw", selected) },
            s: { title: words.keys.source, run: () => openDialog("source", selected) },
            b: { title: words.keys.onboarding, run: () => openDialog("onboarding", selected) },
            o: { title: words.keys.offer, run: () => void go(href(newOffer, { candidateId, jobId: selected.job.id })) },
        }),
        ...(refs.length > 1 && { n: { title: words.keys.next, run: () => select(next?.job.id ?? "") } }),
    }, may("changeJobs"));
}

function Shown({ candidate, beside }: TabProps & { beside: boolean }) {
    const [wanted, setTab] = useQuery("tab", "profile");
    const current = names.find((name) => name === wanted) ?? "profile";
    const page = href(candidatePage, { candidateId: candidate.id });
    useCandidateCrumbs(candidate);
    useProfileKeys(candidate);
    useKeys(words.one, { p: { title: words.keys.page, run: () => void go(page) } }, beside);
    const Tab = tabs[current];
    const items: MenuItem[] = [
        ...(beside ? [{ title: words.open, href: page, keys: "p" }] : []),
        ...(may("changeJobs") ? [{ title: words.remove, danger: true, keys: "Shift+d", onSelect: () => void deleteCandidate(candidate), request: { method: "DELETE" as const, url: at("/candidates/{candidateId}", { candidateId: candidate.id }) } }] : []),
    ];
    return (
        <article class="screen">
            <header class="screen-head">
                <Avatar firstName={candidate.firstName} lastName={candidate.lastName} size="large" />
                <h1><Text>{nameOf(candidate)}</Text></h1>
                {candidate.internal && <Badge tone="accent">{words.list.internal}</Badge>}
                <div class="buttons">
                    {may("changeJobs") && <Button href={href(editCandidate, { candidateId: candidate.id })} keys="e">{words.edit}</Button>}
                    {items.length > 0 && <Menu items={items} />}
                </div>
            </header>
            <Tabs label={words.profile.tabs.label} current={current} onSelect={(key) => setTab(key)} tabs={names.map((key) => ({ key, title: words.profile.tabs[key] }))}>
                <Tab candidate={candidate} />
            </Tabs>
            <ApplicationDialogs />
        </article>
    );
}
