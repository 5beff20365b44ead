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
std::vector<Ad> list_ads(db::Snapshot& snapshot, const JobId& job);  // the default one first
std::int64_t count_ads(db::Snapshot& snapshot, const JobId& job);

void rename_ad(db::Tx& tx, const JobId& job, const JobAdId& id, std::string_view title);
void touch_ad(db::Tx& tx, const JobId& job, const JobAdId& id);

// All that a draft says of one that is not the default ad; of that, its title and place.
void update_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft);
void update_default_ad(db::Tx& tx, const JobId& job, const JobAdId& id, const AdDraft& draft);

// False when the ad is not any more what it was. Of ads that are not the default one.
bool move_ad_posting(db::Tx& tx, const JobId& job, const JobAdId& id, Posting from, Posting to);
void end_ad_postings(db::Tx& tx, const JobId& job);  // of all of them

}  // namespace callboard::jobs::store
