#pragma once

#include "accounts/actor.h"
#include "base/error.h"
#include "base/function_ref.h"
#include "db/db.h"
#include "jobs/draft.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Changes the content of a job. `edit` makes the new draft of the current one, which it then replaces
// (jobs::replacement) under the row lock, so that no concurrent change is lost. Without a difference nothing
// is written and no event is recorded.
void change(db::Tx& tx, const accounts::Actor& actor, const JobId& id, FunctionRef<Draft(const Draft&)> edit);

Error ref_number_taken();

}  // namespace callboard::jobs
