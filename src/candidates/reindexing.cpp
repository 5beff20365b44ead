#include "candidates/reindexing.h"

#include <string>

#include "base/error.h"
#include "candidates/candidate_store.h"

namespace callboard::candidates {
namespace {

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

// The reason alone would not tell where in the database it is.
Profile profile_of(db::Tx& tx, const CandidateId& id) {
    try {
        return store::profile_of(store::find(tx, id).value());
    } catch (const Error& error) {
        if (error.kind != ErrorKind::invalid_request && error.kind != ErrorKind::unprocessable) throw;
        throw unavailable("the candidate " + std::string{id.text()} + " of the company " +
                          std::string{tx.company().text()} + " is damaged: " + error.what());
    }
}

void write_entry(db::Tx& tx, const CandidateId& id, Reindexed& done) {
    if (!store::has_application(tx, id)) {
        store::remove_from_search_index(tx, id);
        return;
    }
    store::add_to_search_index(tx, id, profile_of(tx, id));
    ++done.written;
}

}  // namespace

Reindexed reindex(db::Tx& tx, const std::optional<CandidateId>& after) {
    Reindexed done;
    for (const CandidateId& id : store::ids_after(tx, after, kBatchSize)) {
        done.last = id;
        if (store::lock_row(tx, id)) write_entry(tx, id, done);  // else it was deleted meanwhile
    }
    return done;
}

Reindexed reindex_alone(db::Tx& tx, const std::optional<CandidateId>& after) {
    Reindexed done;
    for (const CandidateId& id : store::ids_after(tx, after, kBatchSize)) {
        done.last = id;
        write_entry(tx, id, done);
    }
    return done;
}

}  // namespace callboard::candidates
