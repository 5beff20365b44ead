#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Changes the status, from any other, and adds to the status history. Idempotent: without a difference
// nothing is written and no event is recorded. Independent of the posting status.
void change_status(db::Tx& tx, const accounts::Actor& actor, const Job& job, Status to);

// The same by id, with visibility and permission checks.
void set_status(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status to);

// Advances the job's status after a candidate reached `reached`; never back. The caller has checked
// visibility and permission.
void advance_status(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status reached);

std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id);

}  // namespace callboard::jobs
