#pragma once

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

struct Activation {
    bool can_sign_in;  // false: without a password, and not by single sign-on either
};

// Allows the user to sign in. Throws RESOURCE_ALREADY_EXIST if another active user has the e-mail, or
// another company its domain.
// Idempotent, like deactivate_user(): without a change, no event is recorded.
Activation activate_user(db::Tx& tx, const Actor& actor, const UserId& id);

// The same for a user who has shown to have the e-mail address. The caller must call lock_user_changes()
// (user_access.h) before.
void activate_invited(db::Tx& tx, const events::Author& author, const UserId& id);

// Refuses all further calls of the user, deletes their browser sessions, unused authorization codes and
// mailed links (activation does not restore them) and deactivates their webhook subscriptions. A user who is
// not active loses an invitation.
void deactivate_user(db::Tx& tx, const Actor& actor, const UserId& id);

// The same without a permission check. The caller must call lock_user_changes() (user_access.h) before
// reading the user. deactivate() throws LAST_ADMINISTRATOR.
void activate(db::Tx& tx, const events::Author& author, const User& user);
void deactivate(db::Tx& tx, const events::Author& author, const User& user);

// Throws LAST_ADMINISTRATOR if the user is the only active one who may manage users.
void require_not_last_administrator(db::Snapshot& snapshot, const User& user);

}  // namespace callboard::accounts
