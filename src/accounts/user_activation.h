#pragma once

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

struct Activation {
    bool has_password;  // without one the user cannot sign in
};

// Lets the user in. Throws RESOURCE_ALREADY_EXIST when another active user has the e-mail. Activating who is
// active changes nothing and reports nothing: a client may repeat itself. So with deactivating.
Activation activate_user(db::Tx& tx, const Actor& actor, const UserId& id);

// The user's next call is refused, whatever it is made with, and the browser sessions are deleted: activating
// the user later does not revive them. Webhook subscriptions of the user become inactive.
void deactivate_user(db::Tx& tx, const Actor& actor, const UserId& id);

// The same for somebody whose rights need no check. The caller has taken a turn (user_access.h) before it
// read the user. Throws LAST_ADMINISTRATOR.
void deactivate(db::Tx& tx, const events::Author& author, const User& user);

// Throws LAST_ADMINISTRATOR when, without the user, nobody is left who manages users: the company would be
// locked out.
void require_not_last_administrator(db::Snapshot& snapshot, const User& user);

}  // namespace callboard::accounts
