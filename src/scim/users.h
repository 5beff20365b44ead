// The users of a company, as a directory manages them. Deleted users are inactive, and unknown to the
// directory; a user who is activated again is known again.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "db/db.h"
#include "scim/filter.h"
#include "scim/page.h"
#include "scim/user_input.h"

namespace callboard::scim {

// Throws USER_NOT_FOUND.
accounts::UserRecord find_user(db::Snapshot& snapshot, const accounts::Actor& actor, const UserId& id);

// Whether no index helps to find the users: the filter requires no certain value, or all users before a late
// page are read.
bool reads_many_users(const ListRequest& request);

// Throws invalidFilter for a filter that reads all users and has many comparisons.
Page<accounts::UserRecord> list_users(db::Snapshot& snapshot, const accounts::Actor& actor,
                                      const ListRequest& request);

// An active user, unless the input has another state. Without a role in the input, the user gets that of the
// SCIM token. Throws RESOURCE_ALREADY_EXIST if the directory knows a user with this userName, active or not,
// and PERMISSION_DENIED for a role that the token may not assign.
accounts::UserRecord create_user(db::Tx& tx, const accounts::Actor& actor, const UserInput& input);

// What the input does not have stays. Throw PERMISSION_DENIED for what the token may not change (mandate.h),
// and LAST_ADMINISTRATOR if no administrator would be left.
accounts::UserRecord replace_user(db::Tx& tx, const accounts::Actor& actor, const UserId& id,
                                  const UserInput& input);
accounts::UserRecord patch_user(db::Tx& tx, const accounts::Actor& actor, const UserId& id,
                                const std::vector<UserChange>& changes);

// Also ends memberships, tokens of applications, and an invitation. Throws LAST_ADMINISTRATOR.
void delete_user(db::Tx& tx, const accounts::Actor& actor, const UserId& id);

}  // namespace callboard::scim
