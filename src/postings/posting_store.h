// All SQL of postings, apart from their list.
#pragma once

#include <optional>

#include "db/db.h"
#include "postings/posting.h"
#include "postings/release.h"

namespace callboard::postings::store {

void put(db::Tx& tx, const PostingDraft& draft, const Release& release);
void end(db::Tx& tx, const JobId& job, const JobAdId& ad);
void end_all(db::Tx& tx, const JobId& job);

std::optional<Posting> find(db::Snapshot& snapshot, const PostingId& id);
std::optional<Posting> find(db::Snapshot& snapshot, const PostingUuid& uuid);
std::optional<Posting> find_of_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad);
FullPosting with_content(db::Snapshot& snapshot, Posting posting);

}  // namespace callboard::postings::store
