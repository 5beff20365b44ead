// The visibility and permission rules of users.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts {

// Throw PERMISSION_DENIED unless the actor's role may see, or manage, the users of the company.
void require_seeing_users(const Actor& actor);
void require_managing_users(const Actor& actor);

// The same for API keys, client credentials and applications that the company registered.
void require_managing_credentials(const Actor& actor);

// The same for how users sign in, which decides who gets in as whom: not for an application that
// administrators have connected for other purposes, nor for a program with client credentials, which acts as
// a service account.
void require_managing_sign_in(db::Snapshot& snapshot, const Actor& actor);

// The roles that users have, for an actor who may see users.
std::vector<Role> system_roles(const Actor& actor);

// The user, if it is the actor or the actor may see all users. Throws USER_NOT_FOUND if the company has no
// such user.
UserRecord visible_user(db::Snapshot& snapshot, const Actor& actor, const UserId& id);

// The same for a user to be changed; serializes changes as lock_user_changes() does.
UserRecord lock_user(db::Tx& tx, const Actor& actor, const UserId& id);

// Serializes changes of the users of a company across all servers by locking its row, so that checks before a
// change (another administrator is left, nobody waits for activation with this e-mail) cannot race. That an
// active user's e-mail is unique in all companies is ensured by an index. Who changes what servers cache also
// calls store::advance_cache_epoch(), at the end.
void lock_user_changes(db::Tx& tx);

}  // namespace callboard::accounts
