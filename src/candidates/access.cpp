#include "candidates/access.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "jobs/access.h"

namespace callboard::candidates {
namespace {

bool sees_pool(const accounts::Actor& actor) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all:
        case accounts::Jobs::of_groups: return true;
        case accounts::Jobs::own:
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Removes applications for jobs that the actor may not see. Returns false if the candidate is then invisible.
bool leave_visible(db::Snapshot& snapshot, const accounts::Actor& actor,
                   std::vector<Assignment>& assignments) {
    if (assignments.empty()) return sees_pool(actor);
    std::erase_if(assignments,
                  [&](const Assignment& each) { return !jobs::sees(snapshot, actor, each.job); });
    return !assignments.empty();
}

[[noreturn]] void refuse(Refusal refusal) {
    throw Error{refusal.kind, Fault{refusal.code, "this user may not see the candidate", {}}};
}

}  // namespace

bool sees_candidate(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id) {
    auto assignments = store::list_assignments(snapshot, id);
    return leave_visible(snapshot, actor, assignments);
}

Visible visible(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                Refusal refusal) {
    auto candidate = store::find(snapshot, id);
    if (!candidate) throw not_found("CANDIDATE_NOT_FOUND");
    Visible seen{.candidate = std::move(*candidate), .assignments = store::list_assignments(snapshot, id)};
    if (!leave_visible(snapshot, actor, seen.assignments)) refuse(refusal);
    return seen;
}

Application visible_application(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                                const JobId& job, const ApplicationRefusals& refusals) {
    auto application = store::find(snapshot, id, job);
    if (application && jobs::sees(snapshot, actor, job)) return std::move(*application);
    visible(snapshot, actor, id, refusals.candidate);
    // Must not disclose whether the candidate applied for a job that the actor may not see.
    if (jobs::exists(snapshot, job) && !jobs::sees(snapshot, actor, job)) refuse(refusals.job);
    throw not_found(refusals.absent);
}

Visible lock_candidate(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Refusal refusal) {
    store::lock_row(tx, id);
    Visible seen = visible(tx, actor, id, refusal);
    require_changing(actor);
    return seen;
}

Application lock_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                             const JobId& job, const ApplicationRefusals& refusals) {
    store::lock_row(tx, id);
    Application application = visible_application(tx, actor, id, job, refusals);
    require_changing(actor);
    return application;
}

Application visible_primary(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                            Refusal refusal) {
    const Visible seen = visible(snapshot, actor, id, refusal);
    if (const Application* const primary = seen.primary()) return *primary;
    throw not_found("APPLICATION_NOT_FOUND");
}

Application lock_primary_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                                     Refusal refusal) {
    store::lock_row(tx, id);
    Application primary = visible_primary(tx, actor, id, refusal);
    require_changing(actor);
    return primary;
}

bool narrow_to_visible(db::ListQuery& list, const accounts::Actor& reader, std::string_view candidate) {
    switch (accounts::rights_of(reader.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups:
            list.where_matching(store::has_open_or_no_application(candidate), reader.id());
            return true;
        case accounts::Jobs::own:
            list.where_matching(store::has_own_application(candidate), reader.id());
            return true;
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void require_changing(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).changes != accounts::Jobs::none) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not change candidates");
}

void require_pool(const accounts::Actor& actor) {
    if (sees_pool(actor)) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not see candidates without a job");
}

}  // namespace callboard::candidates
