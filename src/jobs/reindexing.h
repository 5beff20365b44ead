// Writes what jobs are searched by anew, some at a time: after a change of what a word is, or when it is
// damaged.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::jobs {

struct Reindexed {
    std::int64_t written = 0;
    std::optional<JobId> last;  // from here it goes on; none: that was all
};

// Of the jobs that come after this one, in the order of their ids.
Reindexed reindex(db::Tx& tx, const std::optional<JobId>& after);

}  // namespace callboard::jobs
