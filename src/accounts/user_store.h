#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/user.h"
#include "db/db.h"

namespace callboard::accounts::store {

// False when the e-mail belongs to another active user, of whatever company.
bool insert(db::Tx& tx, const User& user, const std::optional<std::string>& password_hash);

void insert_service_account(db::Tx& tx, const User& account);

std::optional<User> find_user(db::Snapshot& snapshot, const UserId& id);
std::optional<User> find_active_user(db::Snapshot& snapshot, std::string_view email);
std::optional<User> first_administrator(db::Snapshot& snapshot);

}  // namespace callboard::accounts::store
