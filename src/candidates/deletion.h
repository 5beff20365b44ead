#pragma once

#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::candidates {

// Everything that is kept of the candidate goes. Whoever does not see all its applications may not.
void remove(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

}  // namespace callboard::candidates
