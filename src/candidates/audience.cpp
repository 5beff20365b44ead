#include "candidates/audience.h"

#include <algorithm>
#include <cstdlib>

#include "candidates/application_store.h"
#include "candidates/candidate_store.h"

namespace callboard::candidates {

Audience::Audience(db::Snapshot& snapshot, jobs::Audiences& jobs, const CandidateId& candidate)
    : exists_(store::find(snapshot, candidate).has_value()) {
    if (!exists_) return;
    for (const Assignment& each : store::list_assignments(snapshot, candidate))
        jobs_.push_back(&jobs.of(each.job));
}

bool Audience::includes(accounts::Role role, const UserId& user) const {
    const auto sees_one = [&] {
        return std::ranges::any_of(jobs_,
                                   [&](const jobs::Audience* job) { return job->includes(role, user); });
    };
    switch (accounts::rights_of(role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups: return exists_ && (jobs_.empty() || sees_one());
        case accounts::Jobs::own: return exists_ && sees_one();
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard::candidates
