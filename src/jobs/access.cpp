#include "jobs/access.h"

#include <cstdlib>
#include <utility>

#include "base/error.h"

namespace callboard::jobs {
namespace {

bool may_see(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id, const UserId& creator) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::own: return creator == actor.id() || store::is_on_team(snapshot, id, actor.id());
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void require_seen(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                  const UserId& creator) {
    if (may_see(snapshot, actor, id, creator)) return;
    throw no_access("UNAUTHORIZED_TO_ACCESS_JOB", "this user may not see the job");
}

}  // namespace

Job visible(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    auto job = store::find(snapshot, id);
    if (!job) throw not_found("JOB_NOT_FOUND");
    require_seen(snapshot, actor, id, job->creator);
    return *job;
}

JobRecord visible_record(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    auto record = store::find_record(snapshot, id);
    if (!record) throw not_found("JOB_NOT_FOUND");
    require_seen(snapshot, actor, id, record->creator.id);
    return std::move(*record);
}

bool may_change(const accounts::Actor& actor) {
    return accounts::rights_of(actor.role).changes != accounts::Jobs::none;
}

bool narrow_to_visible(store::Selection& selection, const accounts::Actor& actor) {
    switch (accounts::rights_of(actor.role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::own: selection.only_of = actor.id(); return true;
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard::jobs
