#pragma once

#include "accounts/actor.h"
#include "accounts/user.h"
#include "base/function_ref.h"
#include "db/db.h"

namespace callboard::accounts {

// `edit` makes the new draft of the user as they are; between the two nobody else changes them. Nothing
// happens, and nothing is reported, when the user is that already. Whoever may not manage webhooks any more
// loses their subscriptions. Throws LAST_ADMINISTRATOR when nobody would be left who manages users.
UserRecord change_user(db::Tx& tx, const Actor& actor, const UserId& id,
                       FunctionRef<UserDraft(const UserRecord&)> edit);

}  // namespace callboard::accounts
