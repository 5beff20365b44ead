// The name of the creator in the row of a job (job_content.h). If a user of the company is renamed, jobs get
// the new name there in the background; until then, reads of jobs look it up.
#pragma once

#include "db/db.h"

namespace callboard::jobs {

// Writes the present names into the next jobs of a company with a renamed user. Returns true if there may be
// more.
bool renew_creator_names(db::Tx& tx);

}  // namespace callboard::jobs
