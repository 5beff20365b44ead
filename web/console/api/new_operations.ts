// Operations that docs/openapi.json does not document yet. To be removed: an operation disappears from here as soon as
// `npm run types` writes it to types.ts, which takes precedence.
import type { ApplicationStatus } from "./types";

interface Page<Row> {
    totalFound?: number;
    nextPageId: string | null;
    content: Row[];
}

export interface ApplicationRow {
    id: string;
    candidate: { id: string; firstName: string; lastName: string };
    job: { id: string; title: string };
    status: ApplicationStatus;
    subStatus?: string;
    rating?: number;
    source?: string;
    createdOn: string;
    movedOn: string;
}

export interface PipelineColumn {
    status: ApplicationStatus;
    subStatus?: string;
    count: number;
}

export interface Insights {
    from: string;
    to: string;
    applicationsByWeek: { week: string; source: string; count: number }[];
    funnel: { status: string; count: number }[];
    timeInStatus: { status: string; medianDays: number; count: number }[];
    timeToHire: { medianDays: number; count: number; byMonth: { month: string; medianDays: number; count: number }[] };
}

export interface OwnApplication {
    clientId: string;
    name: string;
    redirectUris: string[];
    scopes: string[];
    confidential: boolean;
    published: boolean;
    createdOn: string;
    lastUsedOn?: string;
    connections: number;
}

export interface OwnApplicationInput {
    name: string;
    redirectUris: string[];
    scopes: string[];
    confidential?: boolean;
}

export interface ApplicationConnection {
    user: { id: string; firstName: string; lastName: string };
    scopes: string[];
    connectedOn: string;
    lastUsedOn?: string;
}

export interface CredentialView {
    id: string;
    type: "API_KEY" | "CLIENT_CREDENTIALS";
    name: string;
    clientId?: string;
    scopes?: string[];
    user: { id: string; firstName: string; lastName: string };
    createdOn: string;
    lastUsedOn?: string;
    expiresOn?: string;
}

export interface CredentialInput {
    type: CredentialView["type"];
    name: string;
    userId?: string;
    scopes?: string[];
}

export interface Usage {
    from: string;
    to: string;
    interval: 60 | 3600;
    limits: { requestsPerSecond: number; concurrency: number };
    operations: { operation: string; method: string; path: string; calls: number; refused: number; failed: number; medianMs: number; p99Ms: number }[];
    series: { time: string; calls: number; refused: number; failed: number; medianMs: number; p99Ms: number }[];
    applications: { id: string; name: string; calls: number; refused: number }[];
}

type Get<Query, Answer> = { query: Query; body: undefined; answer: Answer };
type Change<Body, Answer> = { query: {}; body: Body; answer: Answer };

export interface NewPaths {
    "/applications": {
        GET: Get<
            {
                jobId?: string;
                status?: ApplicationStatus[];
                subStatus?: string;
                movedBefore?: string;
                movedAfter?: string;
                createdAfter?: string;
                sort?: "oldestMove" | "newestMove";
                limit?: number;
                pageId?: string;
            },
            Page<ApplicationRow>
        >;
    };
    "/jobs/{jobId}/pipeline": { GET: Get<{}, { jobId: string; columns: PipelineColumn[] }> };
    "/insights": { GET: Get<{ jobId?: string; from?: string; to?: string }, Insights> };
    "/identity/applications": {
        GET: Get<{ limit?: number; pageId?: string }, Page<OwnApplication>>;
        POST: Change<OwnApplicationInput, OwnApplication & { clientSecret?: string }>;
    };
    "/identity/applications/{clientId}": {
        GET: Get<{}, OwnApplication>;
        PATCH: Change<Partial<OwnApplicationInput>, OwnApplication>;
        DELETE: Change<undefined, undefined>;
    };
    "/identity/applications/{clientId}/secret": { POST: Change<undefined, { clientId: string; clientSecret: string }> };
    "/identity/applications/{clientId}/connections": {
        GET: Get<{ limit?: number; pageId?: string }, Page<ApplicationConnection>>;
    };
    "/identity/applications/{clientId}/connections/{userId}": { DELETE: Change<undefined, undefined> };
    "/identity/credentials": {
        GET: Get<{ limit?: number; pageId?: string }, Page<CredentialView>>;
        POST: Change<CredentialInput, CredentialView & { key?: string; clientSecret?: string }>;
    };
    "/identity/credentials/{credentialId}": { DELETE: Change<undefined, undefined> };
    "/usage": { GET: Get<{ from?: string; to?: string; applicationId?: string }, Usage> };
}
