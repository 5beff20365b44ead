// Rebuilds the search words of jobs in batches, after a change of the word rules or if they are damaged.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::jobs {

struct Reindexed {
    std::int64_t written = 0;
    std::optional<JobId> last;  // where to continue; absent: finished
};

// One batch of the jobs after the given id, in the order of ids.
Reindexed reindex(db::Tx& tx, const std::optional<JobId>& after);

}  // namespace callboard::jobs
