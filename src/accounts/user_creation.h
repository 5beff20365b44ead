#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// A user who cannot sign in before they are activated. The hash of the password is made by the caller,
// outside of the transaction: it takes long.
UserRecord create_user(db::Tx& tx, const Actor& actor, const UserDraft& draft,
                       const std::optional<std::string>& password_hash);

}  // namespace callboard::accounts
