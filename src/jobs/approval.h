// Approvals are not available yet: these functions always throw.
#pragma once

#include <optional>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// Throws PERMISSION_DENIED (401) unless the actor may see and change the job, INVALID_SALARY_RANGE, and
// otherwise APPROVAL_PROCESS_NOT_ENABLED.
[[noreturn]] void change_headcount(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                                   const std::optional<Compensation>& salary_range);

// Throws UNAUTHORIZED_TO_ACCESS_JOB unless the actor may see the job, and otherwise APPROVALS_NOT_FOUND.
[[noreturn]] void latest_approval(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

}  // namespace callboard::jobs
