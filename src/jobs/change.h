#pragma once

#include "accounts/actor.h"
#include "base/error.h"
#include "base/function_ref.h"
#include "db/db.h"
#include "jobs/draft.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Changes what is said of a job. `edit` makes the new draft of the one it has now, which it then replaces
// (jobs::replacement); between the two nobody else changes the job, so nothing that another one wrote is lost
// unseen. Nothing is written, and nothing
// told, when nothing differs.
void change(db::Tx& tx, const accounts::Actor& actor, const JobId& id, FunctionRef<Draft(const Draft&)> edit);

Error ref_number_taken();

}  // namespace callboard::jobs
