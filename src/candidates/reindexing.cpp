#include "candidates/reindexing.h"

#include "candidates/candidate_store.h"

namespace callboard::candidates {
namespace {

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

}  // namespace

Reindexed reindex(db::Tx& tx, const std::optional<CandidateId>& after) {
    Reindexed done;
    for (const CandidateId& id : store::ids_after(tx, after, kBatchSize)) {
        done.last = id;
        if (!store::lock_row(tx, id)) continue;  // deleted meanwhile
        if (!store::has_application(tx, id)) {
            store::remove_from_search_index(tx, id);
            continue;
        }
        store::add_to_search_index(tx, id, store::profile_of(store::find(tx, id).value()));
        ++done.written;
    }
    return done;
}

}  // namespace callboard::candidates
