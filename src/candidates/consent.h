#pragma once

#include "accounts/actor.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

ConsentRecord consent(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

// Asks a candidate to let us keep their data. False when there is no such candidate for this actor. Who has
// consented is not asked again.
bool request_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

// What a candidate decided.
void record_consent(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Consent decision);

}  // namespace callboard::candidates
