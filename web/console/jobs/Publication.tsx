import { useRef, useState } from "preact/hooks";
import { at, type Address } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import type { RequestDescription } from "../api/curl";
import { PublicationInput as schema } from "../api/schemas";
import type { JobAdItem, PublicationInput, PublicationVisibility, Publications } from "../api/types";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { Menu } from "../parts/Menu";
import { useKeys } from "../parts/Shortcuts";
import { Text } from "../parts/Text";
import { Time } from "../parts/Time";
import { toast, toastError } from "../parts/Toast";
import { parts } from "../parts/words";
import { may } from "../session";
import type { TabProps } from "./Job";
import { PostingBadge } from "./job_parts";
import { publishAgain, publishedAds, type PublishedAd } from "./postings";
import { PublicPage } from "./PublicPage";
import { jobs as words } from "./words";

const kVisibilities: readonly PublicationVisibility[] = ["PUBLIC", "INTERNAL"];

type EndedPath = "/jobs/{jobId}/publication" | "/jobs/{jobId}/jobads/{jobAdId}/postings";

// Undo ends what was not published before; the text and readers of an older publication do not come back.
function toastPublished(jobId: string, address: Address<EndedPath>, first: boolean): void {
    const end = () => send("DELETE", address, undefined, { changes: [{ entity: "job", id: jobId }] }).then(() => toast(words.publication.unpublished), toastError);
    toast(words.publication.published, { ...(first && { undo: () => void end() }) });
}

async function publish(jobId: string, input: PublicationInput, first: boolean): Promise<void> {
    const address = at("/jobs/{jobId}/publication", { jobId });
    await send("POST", address, input, { changes: [{ entity: "job", id: jobId }] });
    toastPublished(jobId, address, first);
}

function restore(jobId: string, ads: readonly PublishedAd[]): void {
    publishAgain(jobId, ads).then(() => toast(words.publication.published), toastError);
}

// Publishing again shows the text of now: if that is another one, it undoes nothing, and there is a question instead.
async function mayUnpublish(ads: readonly PublishedAd[], request: RequestDescription): Promise<boolean> {
    return ads.every((ad) => ad.current) || confirm({ title: words.publication.unpublishTitle, text: words.publication.unpublishChanged, action: words.ads.unpublish, danger: true, request });
}

function toastUnpublished(jobId: string, ads: readonly PublishedAd[]): void {
    toast(words.publication.unpublished, { ...(ads.every((ad) => ad.current) && { undo: () => restore(jobId, ads) }) });
}

export function Publication({ job }: TabProps) {
    const jobId = job.id;
    const address = at("/jobs/{jobId}/publication", { jobId, activeOnly: false });
    const list = useResource(address);
    const [busy, setBusy] = useState(false);
    const published = job.postingStatus !== "NOT_PUBLISHED";

    // It ends all ads; publishing each of them again undoes it, for the same readers.
    const unpublish = async () => {
        const ended = at("/jobs/{jobId}/publication", { jobId });
        setBusy(true);
        let takeBack = () => {};
        try {
            const before = await publishedAds(jobId);
            if (await mayUnpublish(before, { method: "DELETE", url: ended })) {
                takeBack = patch(at("/jobs/{jobId}", { jobId }), (data) => ({ ...data, postingStatus: "NOT_PUBLISHED" as const }));
                await send("DELETE", ended, undefined, { changes: [{ entity: "job", id: jobId }] });
                toastUnpublished(jobId, before);
            }
        } catch (error) {
            takeBack();
            toastError(error);
        }
        setBusy(false);
    };
    const panel = useRef<HTMLElement>(null);
    const mayChange = may("changeJobs");
    useKeys(parts.thisScreen, {
        "Shift+p": { title: published ? words.publication.again : words.publication.publish, run: () => panel.current?.querySelector("form")?.requestSubmit() },
        ...(published && { "Shift+u": { title: words.publication.unpublish, run: () => void unpublish() } }),
    }, mayChange);
    return (
        <>
            <p><PostingBadge posting={job.postingStatus} /></p>
            {mayChange && (
                <section class="panel" ref={panel}>
                    <Form<PublicationInput> schema={schema} value={{ visibility: "PUBLIC", aggregators: true }} submit={published ? words.publication.again : words.publication.publish}
                        onSubmit={(input) => publish(jobId, input, !published)} request={(body) => ({ method: "POST", url: at("/jobs/{jobId}/publication", { jobId }), body })}
                        layout={[
                            { path: "/visibility", label: words.publication.visibility, required: true, options: kVisibilities.map((value) => ({ value, title: words.publication[value] })) },
                            { path: "/aggregators", label: words.publication.aggregators },
                        ]} />
                </section>
            )}
            {mayChange && published && (
                <div class="buttons">
                    <Button kind="danger" keys="Shift+u" busy={busy} onClick={() => void unpublish()}>{words.publication.unpublish}</Button>
                    <span class="quiet">{words.publication.unpublishText}</span>
                    <AsCurl request={{ method: "DELETE", url: at("/jobs/{jobId}/publication", { jobId }) }} />
                </div>
            )}
            <PublicPage job={job} />
            <Loaded resource={list}>{(data) => <PublicationTable publications={data} />}</Loaded>
        </>
    );
}

function PublicationTable({ publications }: { publications: Publications }) {
    if (publications.content.length === 0) return <p class="quiet">{words.publication.none}</p>;
    return (
        <div class="chart-table">
            <table>
                <thead><tr><th scope="col">{words.publication.where}</th><th scope="col">{words.publication.type}</th><th scope="col">{words.publication.since}</th><th scope="col">{words.publication.until}</th></tr></thead>
                <tbody>
                    {publications.content.map((one, index) => (
                        <tr key={index}><td><Text>{one.sourceName}</Text></td><td>{one.type}</td><td><Time at={one.publishedOn} /></td><td><Time at={one.unpublishedOn} /></td></tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

// Publishes or unpublishes one ad.
export function AdPublication({ jobId, ad, online }: { jobId: string; ad: JobAdItem; online: boolean }) {
    const address = at("/jobs/{jobId}/jobads/{jobAdId}/postings", { jobId, jobAdId: ad.id });
    const changes = [{ entity: "job" as const, id: jobId }];
    const post = (input: PublicationInput) => void send("POST", address, input, { changes }).then(() => toastPublished(jobId, address, ad.postingStatus !== "PUBLISHED"), toastError);
    const unpost = async () => {
        const before = await publishedAds(jobId, ad.default ? undefined : ad.id);  // unpublishing the default ad ends all
        if (!(await mayUnpublish(before, { method: "DELETE", url: address }))) return;
        await send("DELETE", address, undefined, { changes });
        toastUnpublished(jobId, before);
    };
    if (!ad.default && !online) return <span class="quiet">{words.ads.needsDefault}</span>;
    return (
        <>
            <Menu kind="plain" label={words.ads.publish} items={kVisibilities.map((value) => ({ title: words.publication[value], onSelect: () => post({ visibility: value }), request: { method: "POST", url: address, body: { visibility: value } } }))}>{words.ads.publish}</Menu>
            {ad.postingStatus === "PUBLISHED" && <Button small onClick={() => void unpost().catch(toastError)}>{words.ads.unpublish}</Button>}
            {ad.postingStatus === "PUBLISHED" && <AsCurl request={{ method: "DELETE", url: address }} />}
        </>
    );
}
