#pragma once

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Moves the job to another status, from whichever it has, and adds to its history. Nothing happens, and
// nothing is reported, when it has that status already.
void change_status(db::Tx& tx, const accounts::Actor& actor, const Job& job, Status to);

}  // namespace callboard::jobs
