// Who may see and change which job: the one place that decides it.
#pragma once

#include <string_view>

#include "accounts/actor.h"
#include "base/error.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_list_store.h"

namespace callboard::jobs {

// What an operation answers with when there is a job that the actor may not see: its reference says which. A
// job of another company is none: JOB_NOT_FOUND.
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

// The job, if the actor may see it.
Job visible(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id, Refusal refusal);
JobRecord visible_record(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

// The job, if the actor may see and change it. From now until the transaction ends nobody else changes it:
// whoever reads it and writes what follows loses nothing that another one wrote.
Job to_change(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Refusal refusal);

bool exists(db::Snapshot& snapshot, const JobId& id);

// May the actor see it? Not asked: whether there is such a job.
bool sees(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

// Narrows a list to what the actor may see; false when that is nothing at all.
bool narrow_to_visible(store::Selection& selection, const accounts::Actor& actor);

// The same for a list of anything that belongs to a job, whose id stands in the column.
bool narrow_to_visible_jobs(db::ListQuery& list, const accounts::Actor& actor, std::string_view job_column);

// Throws unless the actor may …
void require_creating(const accounts::Actor& actor, Kind kind);
void require_changing(const accounts::Actor& actor, ErrorKind kind = ErrorKind::forbidden);
void require_templates(const accounts::Actor& actor, Kind kind);
void require_writing_notes(const accounts::Actor& actor);
void require_publishing(const accounts::Actor& actor);

}  // namespace callboard::jobs
