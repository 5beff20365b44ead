// Candidates who asked for the deletion of their data (candidates/applicant_links.h). Deleting the candidate
// ends the request; an administrator can also dismiss it.
#pragma once

#include <cstdint>
#include <vector>

#include "accounts/actor.h"
#include "candidates/applicant_link_store.h"
#include "db/db.h"

namespace callboard::candidates {

struct ErasureRequests {
    std::int64_t total = 0;
    std::vector<ErasureRequest> requests;  // oldest first
};

// Both throw PERMISSION_DENIED unless the actor is an administrator, who sees all candidates.
ErasureRequests erasure_requests(db::Snapshot& snapshot, const accounts::Actor& actor, std::int64_t limit,
                                 std::int64_t offset);

// Throws CANDIDATE_NOT_FOUND if there is no request of such a candidate.
void dismiss_erasure_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate);

}  // namespace callboard::candidates
