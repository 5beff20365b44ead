#include "candidates/erasure_requests.h"

#include "base/error.h"
#include "configuration/access.h"
#include "events/audit_log.h"

namespace callboard::candidates {

ErasureRequests erasure_requests(db::Snapshot& snapshot, const accounts::Actor& actor, std::int64_t limit,
                                 std::int64_t offset) {
    configuration::require_changing(actor);
    return {.total = store::count_erasure_requests(snapshot),
            .requests = store::list_erasure_requests(snapshot, limit, offset)};
}

void dismiss_erasure_request(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate) {
    configuration::require_changing(actor);
    if (!store::delete_erasure_request(tx, candidate)) throw not_found("CANDIDATE_NOT_FOUND");
    events::audit(
        tx, actor,
        {.name = "CANDIDATE_ERASURE_DISMISSED", .entity_type = "CANDIDATE", .entity_id = candidate.text()});
}

}  // namespace callboard::candidates
