#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "accounts/user.h"
#include "accounts/user_list_request.h"
#include "db/db.h"

namespace callboard::accounts {

struct UserPage {
    std::vector<UserRecord> users;
    std::optional<std::string> next;  // cursor of the next page; absent on the last
};

// The users of the company, oldest first, by keyset pagination. Throws INVALID_PAGE_ID for a cursor of
// another list.
UserPage list_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request);

// The number of users on all pages.
std::int64_t count_users(db::Snapshot& snapshot, const Actor& actor, const UserListRequest& request);

}  // namespace callboard::accounts
