#pragma once

#include <cstdint>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/list_request.h"
#include "offers/offer.h"

namespace callboard::offers {

struct OfferPage {
    std::vector<OfferLine> lines;  // newest first
    std::int64_t total = 0;
};

// The offers that are visible to the actor. Throws NO_ACCESS_TO_OFFERS for a role that never sees any.
OfferPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

// The offers of one application.
OfferPage list_of(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
                  const JobId& job, std::int64_t offset, std::int64_t limit);

}  // namespace callboard::offers
