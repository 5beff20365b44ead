// The names of access groups in the stored details of a job (job_content.h). A group that is renamed gets its
// new name there in the background; until then, reads of jobs look it up.
#pragma once

#include <string>
#include <string_view>

#include "db/db.h"

namespace callboard::jobs {

// Whether the details, as stored, have access groups.
bool has_groups(std::string_view details);

// The details with the present names. Only for jobs that may have old ones, because decoding costs more than
// all the rest of a read.
std::string with_group_names(db::Snapshot& snapshot, std::string_view details);

// Writes the present names into the next jobs of a renamed group. Returns true if there may be more.
bool renew_group_names(db::Tx& tx);

}  // namespace callboard::jobs
