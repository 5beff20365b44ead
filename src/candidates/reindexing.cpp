#include "candidates/reindexing.h"

#include "candidates/candidate_store.h"

namespace callboard::candidates {
namespace {

constexpr std::int64_t kAtOnce = 50;  // keeps each transaction at some milliseconds

}  // namespace

Reindexed reindex(db::Tx& tx, const std::optional<CandidateId>& after) {
    Reindexed done;
    for (const CandidateId& id : store::ids_after(tx, after, kAtOnce)) {
        done.last = id;
        if (!store::take_turn(tx, id)) continue;  // deleted meanwhile
        if (!store::has_application(tx, id)) {
            store::leave_search(tx, id);
            continue;
        }
        store::enter_search(tx, id, store::profile_of(store::find(tx, id).value()));
        ++done.written;
    }
    return done;
}

}  // namespace callboard::candidates
