// The users who may see a job: the rule of jobs::sees() for many users at once, with a number of queries that
// does not depend on theirs.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "accounts/role.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::jobs {

class Audience {
  public:
    Audience(db::Snapshot& snapshot, const JobId& job);

    // Users who may see all jobs may also see one that no longer exists.
    bool includes(accounts::Role role, const UserId& user) const;

    // Whether no access group limits it.
    bool is_open() const { return exists_ && !group_members_; }

  private:
    bool exists_;
    std::set<UserId> members_;
    std::optional<std::set<UserId>> group_members_;  // nothing: the job has no group
};

// The audiences of the jobs of one snapshot, each read once.
class Audiences {
  public:
    explicit Audiences(db::Snapshot& snapshot) : snapshot_(snapshot) {}

    const Audience& of(const JobId& job);  // valid as long as this object

  private:
    db::Snapshot& snapshot_;
    std::map<JobId, Audience> found_;
};

}  // namespace callboard::jobs
