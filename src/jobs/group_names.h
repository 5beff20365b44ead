// The names of access groups in the stored details of a job, which may have been renamed since.
#pragma once

#include <string>

#include "db/db.h"

namespace callboard::jobs {

// The details (job_content.h), as JSON, with the present names.
std::string with_group_names(db::Snapshot& snapshot, std::string details);

}  // namespace callboard::jobs
