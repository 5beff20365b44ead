#pragma once

#include <optional>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "base/function_ref.h"
#include "db/db.h"

namespace callboard::accounts {

// `edit` returns the new draft of the current user, under a lock. Without a difference nothing is written and
// no event is recorded. Without the right to manage webhooks, the user's subscriptions become inactive.
// With a `state`, the user also gets it (user_activation.h); the returned record has it. Throws
// LAST_ADMINISTRATOR if no user would be left who may manage users.
UserRecord change_user(db::Tx& tx, const Actor& actor, const UserId& id,
                       FunctionRef<UserDraft(const UserRecord&)> edit,
                       std::optional<UserState> state = std::nullopt);

}  // namespace callboard::accounts
