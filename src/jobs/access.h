// Who may see and change which job: the one place that decides it.
#pragma once

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_store.h"

namespace callboard::jobs {

// The job, if the actor may see it. Throws JOB_NOT_FOUND when there is none in the company, and
// UNAUTHORIZED_TO_ACCESS_JOB when there is one that the actor may not see.
Job visible(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);
JobRecord visible_record(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

bool may_change(const accounts::Actor& actor);

// Narrows a list to what the actor may see; false when that is nothing at all.
bool narrow_to_visible(store::Selection& selection, const accounts::Actor& actor);

}  // namespace callboard::jobs
