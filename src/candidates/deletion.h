#pragma once

#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::candidates {

// Deletes all data of the candidate. Refused unless the actor sees all its applications.
void remove(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id);

}  // namespace callboard::candidates
