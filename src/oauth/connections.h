// What a user has allowed, shown and taken back.
#pragma once

#include "db/db.h"
#include "events/author.h"
#include "oauth/grant_store.h"

namespace callboard::oauth {

// Ends every token that the application has of this user, at once, and its webhook subscriptions for the
// user; it must ask again. False when it had none.
bool disconnect(db::Tx& tx, const Grant& grant, const events::Author& author);

}  // namespace callboard::oauth
