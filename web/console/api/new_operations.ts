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

export type Scope =
    | "applications_manage" | "approvals_create" | "approvals_decide" | "approvals_read" | "assessment_orders_read" | "assignments_read"
    | "assignments_submissions_read" | "audit_events_read" | "candidate_applications_manage" | "candidate_status_read"
    | "candidate_view_application_status_read" | "candidates_create" | "candidates_manage" | "candidates_offers_manage"
    | "candidates_offers_read" | "candidates_parse_resume" | "candidates_read" | "company_read" | "configuration_manage"
    | "configuration_read" | "event_management_read" | "event_management_write" | "interview_templates_manage"
    | "interview_templates_read" | "interview_types_read" | "interview_types_write" | "interviews_read" | "interviews_write"
    | "job_applications_manage" | "job_applications_read" | "jobs_manage" | "jobs_publications_manage" | "jobs_read"
    | "message_templates_read" | "message_templates_write" | "messages_manage" | "messages_read" | "messages_write" | "new_hires_read"
    | "onboarding_processes_read" | "partner_configuration_manage" | "reporting_read" | "reporting_write" | "reviews_read"
    | "reviews_write" | "schedule_preferences_read" | "self_schedules_manage" | "self_schedules_read" | "url_shortener_write"
    | "user_me_read" | "users_manage" | "users_read" | "webhooks_delete" | "webhooks_manage" | "webhooks_read" | "webhooks_write";

interface OwnApplication {
    clientId: string;
    name: string;
    redirectUris: string[];
    scopes: Scope[];
    confidential: boolean;
    published: boolean;
    createdOn: string;
    lastUsedOn?: string;
    connections: number;
}

interface OwnApplicationInput {
    name: string;
    redirectUris: string[];
    scopes: Scope[];
    confidential?: boolean;
}

interface ApplicationConnection {
    user: { id: string; firstName: string; lastName: string; email: string };
    scopes: Scope[];
    connectedOn: string;
    lastUsedOn?: string;
}

interface CredentialView {
    id: string;
    type: "API_KEY" | "CLIENT_CREDENTIALS";
    name: string;
    clientId?: string;
    scopes?: Scope[];
    user: { id: string; firstName: string; lastName: string };
    createdOn: string;
    lastUsedOn?: string;
}

interface CredentialInput {
    type: CredentialView["type"];
    name: string;
    userId?: string;
    scopes?: Scope[];
}

interface UsageCounts {
    calls: number;
    refused: number;
    failed: number;
    medianMs?: number;  // absent: no call had a latency
    p99Ms?: number;
}

interface Usage {
    from: string;
    to: string;
    interval: number;  // 60 or 3600
    limits: { requestsPerSecond?: number; concurrency?: number };
    operations: (UsageCounts & { operation: string; method?: string; path?: string })[];
    series: (UsageCounts & { time: string })[];
    applications: { id: string; name?: string; calls: number; refused: number }[];
}

interface Unpaged<Row> {
    totalFound: number;
    content: Row[];
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
        GET: Get<{}, Unpaged<OwnApplication>>;
        POST: Change<OwnApplicationInput, OwnApplication & { clientSecret?: string }>;
    };
    "/identity/applications/{clientId}": {
        GET: Get<{}, OwnApplication>;
        PATCH: Change<Partial<Omit<OwnApplicationInput, "confidential">>, OwnApplication>;
        DELETE: Change<undefined, undefined>;
    };
    "/identity/applications/{clientId}/secret": {
        POST: Change<Record<string, unknown>, { clientId: string; clientSecret: string; previousValidUntil: string }>;
    };
    "/identity/applications/{clientId}/connections": {
        GET: Get<{ limit?: number; pageId?: string }, Page<ApplicationConnection>>;
    };
    "/identity/applications/{clientId}/connections/{userId}": { DELETE: Change<undefined, undefined> };
    "/identity/credentials": {
        GET: Get<{}, Unpaged<CredentialView>>;
        POST: Change<CredentialInput, CredentialView & { key?: string; clientSecret?: string }>;
    };
    "/identity/credentials/{credentialId}": { DELETE: Change<undefined, undefined> };
    "/usage": { GET: Get<{ from?: string; to?: string; applicationId?: string }, Usage> };
}
