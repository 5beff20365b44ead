import { useState } from "preact/hooks";
import { at } from "../api/address";
import { drop } from "../api/cache";
import { read, send, type SendOptions } from "../api/client";
import type { Candidate } from "../api/types";
import { runBulk } from "../parts/bulk";
import { AsCurl } from "../parts/AsCurl";
import { Button } from "../parts/Button";
import { confirm } from "../parts/Confirm";
import { Dialog } from "../parts/Dialog";
import { Form } from "../parts/Form";
import { useKeys } from "../parts/Shortcuts";
import { parts } from "../parts/words";
import { nameOf } from "./candidate_change";
import { candidates as words } from "./words";

export interface BulkActionsProps {
    readonly chosen: readonly Candidate[];
    readonly onClear: () => void;
}

const consentAddress = at("/candidates/consent-requests");
const tagSchema = { type: "object", properties: { tag: { type: "string", maxLength: 150 } }, required: ["tag"] } as const;
const tagsAddress = (one: Candidate) => at("/candidates/{candidateId}/tags", { candidateId: one.id });

async function requestConsent({ id }: Candidate, options: SendOptions): Promise<void> {
    const { results } = await send("POST", consentAddress, { content: [{ id }] }, options);
    if (results[0]?.status !== 202) throw new Error(words.consent.refused);
}

// Reads before it writes: tags that others have added meanwhile stay.
async function removeTag(one: Candidate, tag: string, options: SendOptions): Promise<void> {
    const { tags } = await read(tagsAddress(one), options);
    await send("PUT", tagsAddress(one), { tags: tags.filter((other) => other !== tag) }, options);
}

async function addTag(chosen: readonly Candidate[], tag: string): Promise<void> {
    const without = chosen.filter((one) => !one.tags.includes(tag));
    await runBulk({
        title: words.list.tagging(without.length, tag), items: without, run: (one, options) => send("POST", tagsAddress(one), { tags: [tag] }, options),
        undo: (done) => void runBulk({ title: parts.undo, items: done, run: (one, options) => removeTag(one, tag, options) }).then(() => drop({ entity: "candidate" })),
    });
    drop({ entity: "candidate" });
}

// What can be done with the selected candidates.
export function BulkActions({ chosen, onClear }: BulkActionsProps) {
    const [tagging, setTagging] = useState(false);
    const run = (action: Promise<unknown>) => {
        setTagging(false);
        onClear();
        void action;
    };
    const save = async ({ tag }: { tag: string }) => {
        if (tag.trim() === "") throw new Error(parts.required);
        return () => run(addTag(chosen, tag.trim()));
    };
    const ask = chosen.filter((one) => one.consent.status !== "ACQUIRED");
    const [first, firstAsked] = [chosen[0], ask[0]];  // one request each; the first is shown as curl
    const firstRequest = firstAsked && { method: "POST" as const, url: consentAddress, body: { content: [{ id: firstAsked.id }] } };
    const requestAll = async () => {
        if (firstAsked === undefined || firstRequest === undefined) return;
        const [who, text] = ask.length === 1 ? [nameOf(firstAsked), words.consent.help] : [words.consent.people(ask.length), words.consent.helpAll];
        if (!(await confirm({ title: words.consent.title(who), text, action: words.list.requestConsent, request: firstRequest }))) return;
        run(runBulk({ title: words.list.requesting(ask.length), items: ask, run: requestConsent }).then(() => drop({ entity: "candidate" })));
    };
    useKeys(words.title, {
        "Shift+t": { title: words.list.addTag, run: () => setTagging(true) },
        ...(ask.length > 0 && { "Shift+q": { title: words.list.requestConsent, run: () => void requestAll() } }),
    });
    return (
        <div class="buttons" role="toolbar" aria-label={parts.selected(chosen.length)}>
            <span class="quiet">{parts.selected(chosen.length)}</span>
            <Button small keys="Shift+t" onClick={() => setTagging(true)}>{words.list.addTag}</Button>
            <Button small keys="Shift+q" disabled={ask.length === 0} onClick={() => void requestAll()}>{words.list.requestConsent}</Button>
            {firstRequest && <AsCurl request={firstRequest} />}
            <Button small kind="quiet" onClick={onClear}>{parts.clear}</Button>
            {tagging && (
                <Dialog title={words.list.addTag} onClose={() => setTagging(false)}>
                    <Form<{ tag: string }> schema={tagSchema} layout={[{ path: "/tag", label: words.list.tag, help: chosen.slice(0, 5).map(nameOf).join(", ") }]} value={{}} onCancel={() => setTagging(false)}
                        onSubmit={save} {...(first && { request: ({ tag = "" }) => ({ method: "POST", url: tagsAddress(first), body: { tags: [tag.trim()] } }) })} />
                </Dialog>
            )}
        </div>
    );
}
