#pragma once

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/draft.h"
#include "jobs/job.h"

namespace callboard::jobs {

// A new job has one ad, its default one, which nobody outside sees before publish(); its creator is its
// hiring team.
Job create(db::Tx& tx, const accounts::Actor& actor, Draft draft);

}  // namespace callboard::jobs
