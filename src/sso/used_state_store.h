#pragma once

#include "base/digest.h"
#include "db/db.h"

namespace callboard::sso::store {

// Returns true for the first request with this state (by its hash), false for all others.
bool use_state(db::Tx& tx, const Sha256& state);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_states(db::Tx& tx);

}  // namespace callboard::sso::store
