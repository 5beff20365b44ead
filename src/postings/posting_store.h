// All SQL of postings, apart from their list.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// What the postings of a job show, ended ones too, as stored.
struct StoredContent {
    JobAdId ad;
    std::string language;
    std::string content;  // JSON of PostingContent
};
std::vector<StoredContent> list_contents(db::Snapshot& snapshot, const JobId& job);

// The row of the job must be locked. The version is not advanced: what readers see must stay the same.
void update_content(db::Tx& tx, const JobId& job, const JobAdId& ad, std::string_view content);

}  // namespace callboard::postings::store
