// Writes what candidates are searched by anew, some at a time: after a change of what a word is, or when it
// is damaged.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::candidates {

struct Reindexed {
    std::int64_t written = 0;         // those without an application have no entry
    std::optional<CandidateId> last;  // from here it goes on; none: that was all
};

// Of the candidates that come after this one, in the order of their ids.
Reindexed reindex(db::Tx& tx, const std::optional<CandidateId>& after);

}  // namespace callboard::candidates
