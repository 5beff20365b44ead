#include "candidates/audience.h"

#include <algorithm>
#include <cstdlib>

#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "jobs/audience_store.h"

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

bool Audience::includes_all_of(db::Snapshot& snapshot, jobs::Audiences& jobs, const JobId& job) const {
    const jobs::Audience& of_job = jobs.of(job);
    const bool is_open = jobs_.empty() || std::ranges::any_of(jobs_, &jobs::Audience::is_open);
    // Users whose role sees jobs by their groups see this one without being in any of them.
    if (of_job.is_open() && !is_open) return false;
    return std::ranges::all_of(
        jobs::store::list_viewers(snapshot, job), [&](const jobs::store::Viewer& each) {
            return !of_job.includes(each.role, each.user) || includes(each.role, each.user);
        });
}

}  // namespace callboard::candidates
