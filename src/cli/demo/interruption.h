// Detection of an interrupted 'callboard demo'.
#pragma once

#include "db/db.h"

namespace callboard::cli::demo {

// True if there is an incomplete demo company without progress. Waits while another process is still making
// progress.
bool is_one_interrupted(db::Db& db);

}  // namespace callboard::cli::demo
