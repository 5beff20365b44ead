// Whether whoever acts may still act, and what follows when an application may not any more.
#pragma once

#include <string_view>

#include "accounts/actor.h"
#include "accounts/role.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/token.h"

namespace callboard::oauth {

// For changes that outlast the request, such as a webhook subscription: the role that the actor's user has
// now, which nobody changes before the commit. Throws 401 UNAUTHORIZED when the user was deactivated, or the
// application, its connection or the credential revoked, since the request came in.
accounts::Role confirm_access(db::Tx& tx, const accounts::Actor& actor);

// An application has lost tokens of a user, and why: audited, and every server hears of it. When they were
// the last ones, its webhook subscriptions for the user end. The transaction need not be that company's own.
void access_ended(db::Tx& tx, const Grant& grant, const events::Author& author, std::string_view reason);

}  // namespace callboard::oauth
