// The users who may see a candidate: the rule of candidates::visible() for many users at once.
#pragma once

#include <vector>

#include "accounts/role.h"
#include "base/id.h"
#include "db/db.h"
#include "jobs/audience.h"

namespace callboard::candidates {

// Valid as long as the audiences of the jobs.
class Audience {
  public:
    Audience(db::Snapshot& snapshot, jobs::Audiences& jobs, const CandidateId& candidate);

    // A candidate that no longer exists is seen by users who may see all jobs only.
    bool includes(accounts::Role role, const UserId& user) const;

    // Whether everybody who may see the job may see this candidate, too: an application for it would show
    // them nothing else.
    bool includes_all_of(db::Snapshot& snapshot, jobs::Audiences& jobs, const JobId& job) const;

  private:
    bool exists_;
    std::vector<const jobs::Audience*> jobs_;  // of the applications
};

}  // namespace callboard::candidates
