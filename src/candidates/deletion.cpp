#include "candidates/deletion.h"

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/links.h"
#include "events/audit_log.h"
#include "events/outbox.h"

namespace callboard::candidates {

void remove(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    const Visible seen = lock_candidate(tx, actor, id, kForbidden);
    if (seen.assignments.size() < store::list_assignments(tx, id).size()) {
        throw forbidden("PERMISSION_DENIED",
                        "the candidate has applications for jobs that this user may not see; only a user who "
                        "sees all of them can delete the candidate");
    }
    forget_links(tx, id, seen.candidate.email);
    store::remove(tx, id);
    events::append(tx, events::CandidateDeleted{id});
    events::audit(tx, actor,
                  {.name = "CANDIDATE_DELETED", .entity_type = "CANDIDATE", .entity_id = id.text()});
}

}  // namespace callboard::candidates
