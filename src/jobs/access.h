// The visibility and permission rules of jobs.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/error.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_list_store.h"

namespace callboard::jobs {

// The error for a job that exists but is not visible to the actor; it depends on the operation. A job of
// another company is JOB_NOT_FOUND.
struct Refusal {
    ErrorKind kind;
    const char* code;
};
inline constexpr Refusal kUnauthorized{ErrorKind::no_access, "UNAUTHORIZED_TO_ACCESS_JOB"};
inline constexpr Refusal kDenied{ErrorKind::no_access, "PERMISSION_DENIED"};
inline constexpr Refusal kForbidden{ErrorKind::forbidden, "PERMISSION_DENIED"};
inline constexpr Refusal kPostingsUnauthorized{ErrorKind::no_access, "ACCESS_FORBIDDEN"};
inline constexpr Refusal kPostingsForbidden{ErrorKind::forbidden, "ACCESS_FORBIDDEN"};
inline constexpr Refusal kAbsent{ErrorKind::not_found, "JOB_NOT_FOUND"};

Job visible(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id, Refusal refusal);
JobRecord visible_record(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

// The job, if the actor may see and change it. Locks its row until the commit, so that read-modify-write
// loses no update.
Job lock_job(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Refusal refusal);

bool exists(db::Snapshot& snapshot, const JobId& id);

// Applies the visibility rule only; does not check whether the job exists.
bool sees(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

// Adds the visibility rule to a list; returns false if the actor can see no job.
bool narrow_to_visible(store::Selection& selection, const accounts::Actor& actor);

// The same for a list of rows that belong to a job, whose id is in the given column.
bool narrow_to_visible_jobs(db::ListQuery& list, const accounts::Actor& actor, std::string_view job_column);

// The same rule as a condition, in which each "?" stands for the id of the actor.
std::string visible_jobs_condition(const accounts::Actor& actor, std::string_view job_column);

// The jobs that the actor sees, for lists that read the rows of each: a condition on the job of every row
// would read all rows of the company to find those of a few jobs. Nothing if there are very many, or all.
std::optional<std::vector<JobId>> few_visible_jobs(db::Snapshot& snapshot, const accounts::Actor& actor);

// Throw unless the actor may …
void require_creating(const accounts::Actor& actor, Kind kind);
void require_changing(const accounts::Actor& actor, ErrorKind kind = ErrorKind::forbidden);
void require_templates(const accounts::Actor& actor, Kind kind);
void require_writing_notes(const accounts::Actor& actor);
void require_publishing(const accounts::Actor& actor);

}  // namespace callboard::jobs
