// The names of access groups in the stored details of a job, which may have been renamed since.
#pragma once

#include <string>

#include "db/db.h"

namespace callboard::jobs {

// The details (job_content.h), as JSON, with the present names. For jobs of groups that were renamed only,
// because decoding costs more than all the rest of a read.
std::string with_group_names(db::Snapshot& snapshot, std::string details);

}  // namespace callboard::jobs
