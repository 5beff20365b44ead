#include "jobs/audience.h"

#include <cstdlib>

#include "jobs/audience_store.h"

namespace callboard::jobs {

Audience::Audience(db::Snapshot& snapshot, const JobId& job) : exists_(store::has_row(snapshot, job)) {
    if (!exists_) return;
    const auto members = store::list_member_ids(snapshot, job);
    members_.insert(members.begin(), members.end());
    if (const auto of_groups = store::list_group_member_ids(snapshot, job))
        group_members_.emplace(of_groups->begin(), of_groups->end());
}

bool Audience::includes(accounts::Role role, const UserId& user) const {
    switch (accounts::rights_of(role).sees) {
        case accounts::Jobs::all: return true;
        case accounts::Jobs::of_groups:
            return exists_ && (!group_members_ || group_members_->contains(user) || members_.contains(user));
        case accounts::Jobs::own: return members_.contains(user);
        case accounts::Jobs::none: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

const Audience& Audiences::of(const JobId& job) {
    const auto found = found_.find(job);
    return found != found_.end() ? found->second
                                 : found_.emplace(job, Audience{snapshot_, job}).first->second;
}

}  // namespace callboard::jobs
