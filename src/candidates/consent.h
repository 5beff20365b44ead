#pragma once

#include "accounts/actor.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Asks a candidate for consent to the processing of their data; does nothing if it was already given. Returns
// false if the actor sees no such candidate.
bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

// The same for several candidates, by e-mail. Not available yet: throws PERMISSION_DENIED unless the actor
// may change candidates, and otherwise CONSENT_REQUESTS_UNAVAILABLE.
[[noreturn]] void send_consent_requests(const accounts::Actor& actor);

// The decision of a candidate.
void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision);

}  // namespace callboard::candidates
