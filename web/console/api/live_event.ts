// What an event of the stream says, and what it changes.
import type { Change, Entity } from "./changes";
import type { ServerEvent } from "./event_parser";

export interface LiveEvent {
    readonly name: string;  // as webhooks name it: application.status.updated
    readonly id: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly entities: Readonly<Record<string, string>>;  // job_id, candidate_id, application_id …
}

const entityOfField: Readonly<Record<string, Entity>> = {
    job_id: "job", candidate_id: "candidate", application_id: "application", offer_id: "offer", user_id: "user",
};

export function liveEvent({ name, id, data }: ServerEvent): LiveEvent {
    let payload: Record<string, unknown> = {};
    try {
        const parsed: unknown = JSON.parse(data);
        if (typeof parsed === "object" && parsed !== null) payload = parsed as Record<string, unknown>;
    } catch {
        // An event whose data is not JSON still has a name.
    }
    const source = { ...payload, ...(payload["entities"] as Record<string, unknown> | undefined) };
    const entities: Record<string, string> = {};
    for (const [field, value] of Object.entries(source)) {
        if (field.endsWith("_id") && typeof value === "string") entities[field] = value;
    }
    if (typeof source["id"] === "string") entities[`${name.split(".", 1)[0]}_id`] ??= source["id"];
    return { name, id, payload, entities };
}

// The family of the event says which lists change (application.created: those of applications); the ids in it say which
// resources do.
export function changesOf(event: LiveEvent): Change[] {
    const family = event.name.split(".", 1)[0] ?? "";
    const changes: Change[] = [];
    for (const [field, id] of Object.entries(event.entities)) {
        const entity = entityOfField[field];
        changes.push(entity !== undefined && entity === family ? { entity, id } : { id });
    }
    return changes;
}
