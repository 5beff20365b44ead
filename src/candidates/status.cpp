#include "candidates/status.h"

#include <cstdlib>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/in_quotes.h"
#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/hiring_line.h"
#include "configuration/hiring_processes.h"
#include "configuration/reasons.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/positions.h"
#include "jobs/status.h"

namespace callboard::candidates {
namespace {

std::optional<configuration::ReasonKind> reasons_for(Status status) {
    if (status == Status::rejected) return configuration::ReasonKind::rejection;
    if (status == Status::withdrawn) return configuration::ReasonKind::withdrawal;
    return std::nullopt;
}

void require_reason_known(db::Snapshot& snapshot, const Move& to) {
    if (!to.reason) return;
    const auto kind = reasons_for(to.status);
    if (!kind) {
        throw invalid_request("NO_REASON_SUPPORT_FOR_STATUS",
                              "a reason is only allowed with the statuses REJECTED and WITHDRAWN");
    }
    if (!configuration::find_reason(snapshot, *kind, *to.reason))
        throw invalid_request("REASON_NOT_FOUND", "reason " + in_quotes(*to.reason) + " does not exist for " +
                                                      std::string{name_of(to.status)});
}

// Where the application is in the hiring process, or was when it left it: otherwise required steps could be
// skipped by way of a final status.
StatusChange last_place(db::Snapshot& snapshot, const Application& application) {
    StatusChange last{
        .status = application.status, .sub_status = application.sub_status, .at = application.created_at};
    if (!is_final(application.status)) return last;
    for (StatusChange& each : store::list_status_changes(snapshot, application))
        if (!is_final(each.status)) last = std::move(each);
    return last;
}

void require_step_allowed(db::Snapshot& snapshot, const Application& from, const Move& to) {
    if (!to.sub_status && is_final(to.status)) return;
    const auto steps = configuration::default_hiring_steps(snapshot);
    const bool stays = to.status == from.status && to.sub_status == from.sub_status;
    if (to.sub_status && !stays && !has_step(steps, to.status, *to.sub_status))
        throw invalid_request("SUB_STATUS_NOT_FOUND", "the hiring process has no sub-status " +
                                                          in_quotes(*to.sub_status) + " in " +
                                                          std::string{name_of(to.status)});
    const StatusChange start = last_place(snapshot, from);
    if (omits_required_step(steps, start.status, start.sub_status, to.status, to.sub_status)) {
        throw invalid_request("REQUIRED_SUB_STATUS_OMITTED",
                              "a required sub-status of the hiring process was skipped");
    }
}

Application moved(Application application, const Move& to) {
    application.status = to.status;
    application.sub_status = to.sub_status;
    application.reason = to.reason;
    if (to.starts_at) application.starts_at = to.starts_at;
    return application;
}

auto status_of(const Application& application) {
    return std::tie(application.status, application.sub_status);
}

bool is_same(const Application& before, const Application& after) {
    return status_of(before) == status_of(after) && before.reason == after.reason &&
           before.starts_at == after.starts_at;
}

void record_move(db::Tx& tx, const accounts::Actor& actor, const Application& before,
                 const Application& after) {
    store::insert_status_change(tx, after);
    events::audit(tx, actor,
                  {.name = "JOB_APPLICATION_STATE_MODIFIED",
                   .entity_type = "APPLICATION",
                   .entity_id = after.id.text(),
                   .context = {{"previousStatus", name_of(before.status)},
                               {"previousStep", before.sub_status},
                               {"currentStatus", name_of(after.status)},
                               {"currentStep", after.sub_status}}});
    advance_job(tx, actor, after);
    if (after.status == Status::hired && before.status != Status::hired)
        jobs::assign_position(tx, actor, after.job);
}

// The job status that a candidate in this status implies.
std::optional<jobs::Status> job_status_at(Status status) {
    switch (status) {
        case Status::lead: return std::nullopt;
        case Status::interview: return jobs::Status::interview;
        case Status::offered:
        case Status::hired: return jobs::Status::offer;
        case Status::fresh:
        case Status::in_review:
        case Status::rejected:
        case Status::withdrawn:
        case Status::transferred: return jobs::Status::sourcing;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

void advance_job(db::Tx& tx, const accounts::Actor& actor, const Application& application) {
    if (const auto reached = job_status_at(application.status))
        jobs::advance_status(tx, actor, application.job, *reached);
}

void move(db::Tx& tx, const accounts::Actor& actor, const Application& application, const Move& to) {
    require_reason_known(tx, to);
    require_step_allowed(tx, application, to);
    const Application after = moved(application, to);
    if (is_same(application, after)) return;
    store::update(tx, after);
    store::touch_others(tx, after.candidate, after.job);
    events::append(tx, events::ApplicationStatusUpdated{
                           .job_id = after.job, .candidate_id = after.candidate, .application_id = after.id});
    if (status_of(application) != status_of(after)) record_move(tx, actor, application, after);
}

void set_status(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                const Move& to) {
    move(tx, actor, lock_application(tx, actor, candidate, job, kApplicationUnauthorized), to);
}

void set_primary_status(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                        const Move& to) {
    move(tx, actor, lock_primary_application(tx, actor, candidate, kUnauthorized), to);
}

std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const CandidateId& candidate, const JobId& job) {
    return store::list_status_changes(snapshot,
                                      visible_application(snapshot, actor, candidate, job, kHistoryRefused));
}

std::vector<StatusChange> primary_status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                                 const CandidateId& candidate) {
    return store::list_status_changes(snapshot, visible_primary(snapshot, actor, candidate, kUnauthorized));
}

}  // namespace callboard::candidates
