// Scopes by what they are about.
import type { Answer } from "../api/address";

export type Scope = Answer<"/identity/applications/{clientId}">["scopes"][number];

export const kScopeGroups = {
    jobs: ["jobs_read", "jobs_manage", "jobs_publications_manage"],
    candidates: [
        "candidates_read", "candidates_create", "candidates_manage", "candidates_parse_resume", "candidate_status_read", "candidate_applications_manage",
        "candidate_view_application_status_read", "job_applications_read", "job_applications_manage",
    ],
    offers: ["candidates_offers_read", "candidates_offers_manage", "approvals_read", "approvals_create", "approvals_decide"],
    interviews: [
        "interviews_read", "interviews_write", "interview_types_read", "interview_types_write", "interview_templates_read", "interview_templates_manage",
        "schedule_preferences_read", "self_schedules_read", "self_schedules_manage", "event_management_read", "event_management_write",
    ],
    messages: ["messages_read", "messages_write", "messages_manage", "message_templates_read", "message_templates_write", "reviews_read", "reviews_write"],
    onboarding: ["onboarding_processes_read", "assignments_read", "assignments_submissions_read", "new_hires_read"],
    company: ["user_me_read", "users_read", "users_manage", "company_read", "configuration_read", "configuration_manage"],
    reports: ["reporting_read", "reporting_write", "audit_events_read"],
    developers: [
        "webhooks_read", "webhooks_write", "webhooks_delete", "webhooks_manage", "applications_manage", "assessment_orders_read", "partner_configuration_manage", "url_shortener_write",
    ],
} as const satisfies Record<string, readonly Scope[]>;

type Grouped = (typeof kScopeGroups)[keyof typeof kScopeGroups][number];

// Does not compile if a scope has no group.
export const kAllGrouped: Exclude<Scope, Grouped> extends never ? true : never = true;
