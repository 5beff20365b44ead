#pragma once

#include <string>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

// A job has one internal note. Throws NOTE_NOT_FOUND until it is written.
std::string note(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);
void write_note(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const std::string& content);

}  // namespace callboard::jobs
