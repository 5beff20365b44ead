import { useState } from "preact/hooks";
import { at } from "../api/address";
import { useResource } from "../api/cache";
import type { JobAdItem } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Badge } from "../parts/Badge";
import { Button } from "../parts/Button";
import { Copy } from "../parts/Copy";
import { Loaded } from "../parts/Loaded";
import { useKeys } from "../parts/Shortcuts";
import { OutsideLink, Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { parts } from "../parts/words";
import { useQuery } from "../router";
import { may } from "../session";
import { AdForm } from "./AdForm";
import { HtmlContent } from "./HtmlContent";
import type { TabProps } from "./Job";
import { sectionNames } from "./job_layout";
import { AdPublication } from "./Publication";
import { jobs as words } from "./words";

const kNew = "new";

// All ads of the job; ?ad= names the one that is edited.
export function Ads({ job }: TabProps) {
    const address = at("/jobs/{jobId}/jobads", { jobId: job.id });
    const ads = useResource(address);
    const [edited, setEdited] = useQuery("ad");
    const close = () => setEdited("");
    const add = () => setEdited(kNew, { push: true });
    useKeys(parts.thisScreen, { c: { title: words.ads.add, run: add } }, may("changeJobs") && edited === "");
    return (
        <Loaded resource={ads}>
            {(list) => {
                const ad = list.find((one) => one.id === edited);
                if (edited === kNew || ad !== undefined) return <AdForm key={edited} job={job} ad={ad} onClose={close} />;
                return (
                    <>
                        <div class="buttons">
                            {may("changeJobs") && <Button kind="primary" keys="c" onClick={add}>{words.ads.add}</Button>}
                            <AsCurl request={{ method: "GET", url: address }} />
                        </div>
                        {list.map((one) => <Ad key={one.id} jobId={job.id} ad={one} online={job.postingStatus !== "NOT_PUBLISHED"} onEdit={() => setEdited(one.id, { push: true })} />)}
                    </>
                );
            }}
        </Loaded>
    );
}

function Ad({ jobId, ad, online, onEdit }: { jobId: string; ad: JobAdItem; online: boolean; onEdit: () => void }) {
    const [open, setOpen] = useState(ad.default);
    return (
        <section class="panel" aria-label={ad.title}>
            <header class="screen-head">
                <h2 lang={ad.language.code}><Text>{ad.title}</Text></h2>
                <Badge>{ad.language.label ?? ad.language.code}</Badge>
                {ad.default && <Badge tone="accent">{words.ads.default}</Badge>}
                <Badge tone={ad.postingStatus === "PUBLISHED" ? "good" : "neutral"}>{words.posting[ad.visibility]}</Badge>
            </header>
            <p class="quiet">{words.ads.changed} <Time at={ad.updatedOn} />{ad.location && <> · <Text>{ad.location.city}</Text></>}</p>
            <div class="buttons">
                <Button small onClick={() => setOpen(!open)}>{words.ads.preview}</Button>
                {may("changeJobs") && <Button small onClick={onEdit}>{words.edit}</Button>}
                {may("changeJobs") && <AdPublication jobId={jobId} ad={ad} online={online} />}
            </div>
            {ad.applyUrl !== undefined && <p><OutsideLink href={ad.applyUrl} /> <Copy text={ad.applyUrl} label={words.publication.copyApply} /></p>}
            {open && <Preview ad={ad} />}
        </section>
    );
}

function Preview({ ad }: { ad: JobAdItem }) {
    return (
        <div lang={ad.language.code}>
            {sectionNames.map((name) => {
                const section = ad.jobAd[name];
                if (section?.text === undefined || section.text === "") return null;
                return <section key={name}><h3><Text>{section.title ?? words.section[name]}</Text></h3><HtmlContent html={section.text} /></section>;
            })}
        </div>
    );
}
