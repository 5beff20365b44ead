#pragma once

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/draft.h"
#include "jobs/job.h"

namespace callboard::jobs {

// Creates a job with its default ad, which is not published, and its creator as the hiring team.
Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft);

}  // namespace callboard::jobs
