#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/ad.h"

namespace callboard::jobs {

std::vector<Ad> ads(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job);
Ad ad(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job, const JobAdId& id);

// Another ad of the job, which nobody outside sees before it is published. A job has a hundred at most.
Ad add_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const AdDraft& draft);

// Replaces the ad; what the draft does not say is wiped. The public sees it when the ad is published again.
Ad change_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const JobAdId& id,
             const AdDraft& draft);

}  // namespace callboard::jobs
