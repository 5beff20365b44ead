// No company has an approval process yet, so there is never an approval to be found.
#pragma once

#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::offers {

inline constexpr const char* kNoOfferToApprove = "OFFERS_NOT_FOUND";

// Throws OFFERS_NOT_FOUND unless there is the offer, and otherwise APPROVALS_NOT_FOUND.
[[noreturn]] void latest_approval(db::Snapshot& snapshot, const accounts::Actor& actor,
                                  const CandidateId& candidate, const JobId& job, const OfferId& id);

}  // namespace callboard::offers
