#include "jobs/access.h"

#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

void require_seen(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id, Refusal refusal) {
    if (sees(snapshot, actor, id)) return;
    if (refusal.kind == ErrorKind::not_found) throw not_found(refusal.code);
    throw Error{refusal.kind, Fault{refusal.code, "this user may not see the job", {}}};
}

bool may_change(const accounts::Actor& actor) {
    return accounts::rights_of(actor.role).changes != accounts::Jobs::none;
}

}  // namespace

Job visible(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id, Refusal refusal) {
    auto job = store::find(snapshot, id);
    if (!job) throw not_found("JOB_NOT_FOUND");
    require_seen(snapshot, actor, id, refusal);
    return *job;
}

JobRecord visible_record(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    auto record = store::find_record(snapshot, id);
    if (!record) throw not_found("JOB_NOT_FOUND");
    require_seen(snapshot, actor, id, kUnauthorized);
    return std::move(*record);
}

Job lock_job(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Refusal refusal) {
    store::lock_row(tx, id);
    const Job job = visible(tx, actor, id, refusal);
    require_changing(actor);
    return job;
}

bool exists(db::Snapshot& snapshot, const JobId& id) {
    return store::find(snapshot, id).has_value();
}

bool sees(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups: return store::is_open_to(snapshot, id, actor.id());
        case accounts::Jobs::own: return store::is_own(snapshot, id, actor.id());
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool narrow_to_visible(store::Selection& selection, const accounts::Actor& actor) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups: selection.open_to = actor.id(); return true;
        case accounts::Jobs::own: selection.own_of = actor.id(); return true;
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool narrow_to_visible_jobs(db::ListQuery& list, const accounts::Actor& actor, std::string_view job_column) {
    const accounts::Jobs sees = accounts::rights_of(actor.role).sees;
    const bool sees_some = sees == accounts::Jobs::of_groups || sees == accounts::Jobs::own;
    if (sees_some) list.where_matching(visible_jobs_condition(actor, job_column), actor.id());
    return sees != accounts::Jobs::none;
}

std::string visible_jobs_condition(const accounts::Actor& actor, std::string_view job_column) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return "1 = 1";
        case accounts::Jobs::of_groups: return store::open_to(job_column);
        case accounts::Jobs::own: return store::own_of(job_column);
        case accounts::Jobs::none: return "1 = 0";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::optional<std::vector<JobId>> few_visible_jobs(db::Snapshot& snapshot, const accounts::Actor& actor) {
    constexpr std::int64_t kMost = 500;
    std::vector<JobId> jobs;
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return std::nullopt;
        case accounts::Jobs::of_groups: jobs = store::list_open(snapshot, actor.id(), kMost + 1); break;
        case accounts::Jobs::own: jobs = store::list_own(snapshot, actor.id(), kMost + 1); break;
        case accounts::Jobs::none: break;
    }
    if (std::ssize(jobs) > kMost) return std::nullopt;
    return jobs;
}

void require_creating(const accounts::Actor& actor, Kind kind) {
    if (!may_change(actor)) throw forbidden("PERMISSION_DENIED", "users with this role may not create jobs");
    require_templates(actor, kind);
}

void require_changing(const accounts::Actor& actor, ErrorKind kind) {
    if (may_change(actor)) return;
    throw Error{kind, Fault{"PERMISSION_DENIED", "users with this role may not change jobs", {}}};
}

void require_templates(const accounts::Actor& actor, Kind kind) {
    if (kind != Kind::blueprint || accounts::rights_of(actor.role).manages_templates) return;
    throw forbidden("JOB_TEMPLATES_MANAGEMENT_FORBIDDEN",
                    "users with this role may not manage job templates");
}

void require_writing_notes(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).writes_notes) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not write notes");
}

void require_publishing(const accounts::Actor& actor) {
    if (may_change(actor)) return;
    throw forbidden("NOT_AUTHORIZED_TO_PUBLISH_JOB", "users with this role may not publish jobs");
}

}  // namespace callboard::jobs
