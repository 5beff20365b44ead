#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/offer.h"

namespace callboard::offers {

// What a caller asks for. A filter without values is none.
struct ListRequest {
    std::vector<OfferStatus> statuses;
    std::optional<Timestamp> created_after;
    std::optional<Timestamp> created_before;
    std::optional<std::chrono::milliseconds> age;  // at most; stands for both times
    std::int64_t offset = 0;
    std::int64_t limit = 10;
};

struct OfferPage {
    std::vector<Offer> offers;  // newest first
    std::int64_t total = 0;
};

// The offers that the actor may see. Throws NO_ACCESS_TO_OFFERS for a role that never sees any.
OfferPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request);

// Those of one application.
OfferPage list_of(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
                  const JobId& job, std::int64_t offset, std::int64_t limit);

}  // namespace callboard::offers
