// The table user_avatar.
#pragma once

#include <optional>
#include <string_view>

#include "accounts/avatar.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

void put_avatar(db::Tx& tx, const UserId& user, ImageFormat format, std::string_view bytes);
bool delete_avatar(db::Tx& tx, const UserId& user);  // false: there was none
std::optional<Avatar> find_avatar(db::Snapshot& snapshot, const UserId& user);

}  // namespace callboard::accounts::store
