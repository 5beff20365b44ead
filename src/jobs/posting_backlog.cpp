#include "jobs/posting_backlog.h"

#include <cstdint>
#include <iterator>

#include "jobs/job_store.h"
#include "jobs/posting_draft.h"
#include "jobs/posting_source_store.h"
#include "jobs/publication.h"
#include "postings/posting.h"

namespace callboard::jobs {
namespace {

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

}  // namespace

bool write_missing_postings(db::Tx& tx) {
    const auto ads = store::backlog(tx, kBatchSize);
    for (const store::Unposted& each : ads) {
        store::lock_row(tx, each.job);
        // It may have been published again, or unpublished, since the migration.
        const auto known = postings::find_of_ad(tx, each.job, each.ad);
        const auto published = store::published_for(tx, each.job, each.ad);
        if (!known && published) {
            if (const auto draft = posting_draft(tx, each.job, each.ad)) {
                postings::release(tx, *draft, release_for(published->audience, published->since));
                store::write_posting_path(tx, each.job);
            }
        }
        store::forget_backlog(tx, each);
    }
    return std::ssize(ads) == kBatchSize;
}

}  // namespace callboard::jobs
