// Checks that the caller still has access, and handles the loss of access of applications.
#pragma once

#include <string_view>

#include "accounts/actor.h"
#include "accounts/role.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/token.h"

namespace callboard::oauth {

// For changes that outlast the request, such as a webhook subscription: locks the access state until the
// commit and returns the current role of the user. Throws 401 UNAUTHORIZED if the user was deactivated, or
// the application, its grant or the credential revoked, or the session ended, since the request was
// authenticated.
accounts::Role confirm_access(db::Tx& tx, const accounts::Actor& actor);

// Call after tokens of a grant were revoked: writes an audit record, advances the cache epoch and, if the
// application has no other tokens of the user, ends its webhook subscriptions. Works from a transaction of
// any company.
void access_ended(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view reason);

}  // namespace callboard::oauth
