#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// Creates a user who cannot sign in until activated. The caller computes the password hash before the
// transaction, because it is slow.
UserRecord create_user(db::Tx& tx, const Actor& actor, const UserDraft& draft,
                       const std::optional<std::string>& password_hash);

}  // namespace callboard::accounts
