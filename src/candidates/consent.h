#pragma once

#include "accounts/actor.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Asks a candidate for consent to the processing of their data; does nothing if it was already given. Returns
// false if the actor sees no such candidate.
bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

// Records the candidate's decision.
void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision);

}  // namespace callboard::candidates
