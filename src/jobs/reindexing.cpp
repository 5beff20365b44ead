#include "jobs/reindexing.h"

#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

}  // namespace

Reindexed reindex(db::Tx& tx, const std::optional<JobId>& after) {
    Reindexed done;
    for (const JobId& id : store::ids_after(tx, after, kBatchSize)) {
        store::lock_row(tx, id);
        if (const auto content = store::find_content(tx, id)) {
            store::renew_words(tx, id, *content);
            ++done.written;
        }
        done.last = id;
    }
    return done;
}

}  // namespace callboard::jobs
