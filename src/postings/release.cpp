#include "postings/release.h"

#include "postings/posting_store.h"
#include "postings/version_store.h"

namespace callboard::postings {

void release(db::Tx& tx, const PostingDraft& draft, const Release& release) {
    store::put(tx, draft, release);
    store::advance_version(tx, draft.job);
}

void end_posting(db::Tx& tx, const JobId& job, const JobAdId& ad) {
    store::end(tx, job, ad);
    store::advance_version(tx, job);
}

void end_postings(db::Tx& tx, const JobId& job) {
    store::end_all(tx, job);
    store::advance_version(tx, job);
}

}  // namespace callboard::postings
