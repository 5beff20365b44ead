#pragma once

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// What user_to_change() gave becomes what the draft says. Nothing happens, and nothing is reported, when the
// user is that already. Whoever may not manage webhooks any more loses their subscriptions. Throws
// LAST_ADMINISTRATOR when nobody would be left who manages users.
UserRecord change_user(db::Tx& tx, const Actor& actor, const UserRecord& before, const UserDraft& draft);

}  // namespace callboard::accounts
