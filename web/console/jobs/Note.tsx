import { useState } from "preact/hooks";
import { at, type Address } from "../api/address";
import { patch, useResource } from "../api/cache";
import { read, send } from "../api/client";
import { ApiError, ConflictError } from "../api/errors";
import { JobNote as schema } from "../api/schemas";
import type { JobNote } from "../api/types";
import { Form } from "../parts/Form";
import { Loaded } from "../parts/Loaded";
import { LongText } from "../parts/Text";
import { toast } from "../parts/Toast";
import type { TabProps } from "./Job";
import { jobs as words } from "./words";

const none: JobNote = { content: "" };

function isAbsent(error: unknown): boolean {
    return error instanceof ApiError && error.status === 404 && error.code === "NOTE_NOT_FOUND";
}

export function Note({ job }: TabProps) {
    const address = at("/jobs/{jobId}/note", { jobId: job.id });
    const note = useResource(address);
    const shown = isAbsent(note.error) ? { ...note, data: note.data ?? none, error: undefined, loading: false } : note;
    return (
        <section>
            <h2>{words.overview.note}</h2>
            <Loaded resource={shown}>{(data) => <NoteForm key={address} address={address} jobId={job.id} opened={data} />}</Loaded>
        </section>
    );
}

function NoteForm({ address, jobId, opened }: { address: Address<"/jobs/{jobId}/note">; jobId: string; opened: JobNote }) {
    const [seen, setSeen] = useState(opened);  // after a conflict, what was shown then: it may be overwritten, a later text may not
    const save = async (typed: JobNote) => {
        const current = await read(address).catch((error: unknown) => (isAbsent(error) ? none : Promise.reject(error)));
        if (current.content !== seen.content) {
            setSeen(current);
            throw new ConflictError(current);
        }
        const saved = await send("PUT", address, { content: typed.content ?? "" }, { changes: [{ entity: "job", id: jobId }] });
        patch(address, () => saved);
        setSeen(saved);
        toast(words.overview.noteSaved);
    };
    return (
        <Form<JobNote> schema={{ ...schema, required: [] }} value={seen} layout={[{ path: "/content", label: words.overview.note, kind: "longText", help: words.overview.noteHelp }]}
            onSubmit={save} request={(body) => ({ method: "PUT", url: address, body })} differences={(current) => <LongText>{(current as JobNote).content || words.overview.noteEmpty}</LongText>} />
    );
}
