// All SQL of job ads.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "jobs/ad.h"

namespace callboard::jobs::store {

void insert_ad(db::Tx& tx, const JobId& job, const NewAd& ad);

std::optional<Ad> find_ad(db::Snapshot& snapshot, const JobId& job, const JobAdId& id);
std::vector<Ad> list_ads(db::Snapshot& snapshot, const JobId& job);  // the default ad first
std::int64_t count_ads(db::Snapshot& snapshot, const JobId& job);

void rename_ad(db::Tx& tx, const JobId& job, const JobAdId& id, std::string_view title);
void touch_ad(db::Tx& tx, const JobId& job, const JobAdId& id);
// For a change of the job that its postings show: publishing an ad again then renews its posting.
void outdate_postings(db::Tx& tx, const JobId& job);

// Updates all of an ad that is not the default one; of the default ad only title and location.
void update_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft);
void update_default_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft);

// Compare-and-set: returns false if the posting status is not `from`. Not for the default ad.
bool move_ad_posting(db::Tx& tx, const JobId& job, const JobAdId& id, Posting from, Posting to);
void end_ad_postings(db::Tx& tx, const JobId& job);  // of all ads

}  // namespace callboard::jobs::store
