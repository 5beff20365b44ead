#include "offers/approval.h"

#include "base/error.h"
#include "offers/offers.h"

namespace callboard::offers {

void latest_approval(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& candidate,
                     const JobId& job, const OfferId& id) {
    offer(snapshot, actor, candidate, job, id, kNoOfferToApprove);
    throw not_found("APPROVALS_NOT_FOUND", "no approval was requested for this offer");
}

}  // namespace callboard::offers
