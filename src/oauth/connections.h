// The grants of a user: listing and revocation.
#pragma once

#include "db/db.h"
#include "events/author.h"
#include "oauth/grant_store.h"

namespace callboard::oauth {

// Revokes all tokens of the application for this user and ends its webhook subscriptions for the user; it
// must ask for authorization again. Returns false if there was no grant.
bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author);

}  // namespace callboard::oauth
