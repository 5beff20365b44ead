import { at, type Address } from "../api/address";
import { patch, useResource } from "../api/cache";
import { send } from "../api/client";
import { ApiError } from "../api/errors";
import { JobNote as schema } from "../api/schemas";
import type { JobNote } from "../api/types";
import { useComparing } from "../configuration/use_editing";
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
            <Loaded resource={shown}>{() => <NoteForm key={address} address={address} jobId={job.id} opened={note.data} />}</Loaded>
        </section>
    );
}

function NoteForm({ address, jobId, opened }: { address: Address<"/jobs/{jobId}/note">; jobId: string; opened: JobNote | undefined }) {
    const editing = useComparing<"/jobs/{jobId}/note", JobNote>({
        address, opened, formOf: ({ content } = none) => ({ content }),
        write: async ({ content = "" }) => {
            const saved = await send("PUT", address, { content }, { changes: [{ entity: "job", id: jobId }] });
            patch(address, () => saved);
            return { content: saved.content };
        },
    });
    const save = async (typed: JobNote, options: { overwrite: boolean }) => {
        await editing.save(typed, options);
        toast(words.overview.noteSaved);
    };
    return (
        <Form<JobNote> schema={{ ...schema, required: [] }} value={editing.value} layout={[{ path: "/content", label: words.overview.note, kind: "longText", help: words.overview.noteHelp }]}
            onSubmit={save} onTheirs={editing.onTheirs} request={(body) => ({ method: "PUT", url: address, body })} differences={(current) => <LongText>{(current as JobNote).content || words.overview.noteEmpty}</LongText>} />
    );
}
