// Who may see and manage users: the one place that decides it.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// Throw PERMISSION_DENIED unless the actor's role may see, or manage, the users of the company.
void require_seeing_users(const Actor& actor);
void require_managing_users(const Actor& actor);

// The roles that users have, for an actor who may see users.
std::vector<Role> system_roles(const Actor& actor);

// The user, if the actor may see them: oneself, or everybody. Throws USER_NOT_FOUND when there is none in the
// company.
UserRecord visible_user(db::Snapshot& snapshot, const Actor& actor, const UserId& id);

// The same for somebody who is about to be changed; takes a turn.
UserRecord user_to_change(db::Tx& tx, const Actor& actor, const UserId& id);

// Changes of users are made one after another, on the whole server and all its nodes: what a change has
// looked at (is the e-mail free? is there another administrator?) still holds when it is made. Every caller
// is looked up anew afterwards.
void take_turn(db::Tx& tx);

}  // namespace callboard::accounts
