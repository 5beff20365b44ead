// Rebuilds the search entries of candidates in batches, after a change of the word rules or if they are
// damaged.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::candidates {

struct Reindexed {
    std::int64_t written = 0;         // candidates without an application have no entry
    std::optional<CandidateId> last;  // where to continue; absent: finished
};

// One batch of the candidates after the given id, in the order of ids.
Reindexed reindex(db::Tx& tx, const std::optional<CandidateId>& after);

// The same in a database that nobody else uses: no row is locked, which on PostgreSQL would copy it.
Reindexed reindex_alone(db::Tx& tx, const std::optional<CandidateId>& after);

}  // namespace callboard::candidates
