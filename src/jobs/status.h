#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Moves the job to another status, from whichever it has, and adds to its history. Nothing happens, and
// nothing is reported, when it has that status already. Whether the job is published is another matter.
void change_status(db::Tx& tx, const accounts::Actor& actor, const Job& job, Status to);

// The same for a caller who names the job.
void set_status(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status to);

// A candidate of the job came this far: the job follows, and never goes back. Whether the actor may see or
// change it was asked before.
void follow_candidate(db::Tx& tx, const accounts::Actor& actor, const JobId& id, Status reached);

std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id);

}  // namespace callboard::jobs
