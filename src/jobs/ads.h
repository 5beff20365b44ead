#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/ad.h"

namespace callboard::jobs {

std::vector<Ad> ads(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job);
Ad ad(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job, const JobAdId& id);

// Adds an unpublished ad. A job has at most a hundred.
Ad add_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const AdDraft& draft);

// Replaces the ad: absent values are cleared. A published ad shows the change after it is published again.
Ad change_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const JobAdId& id,
             const AdDraft& draft);

}  // namespace callboard::jobs
