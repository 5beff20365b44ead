// The hashes of people's passwords. Service accounts have none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

struct PasswordRecord {
    CompanyId company;
    UserId user;
    std::string password_hash;
};

// Of the active user with this e-mail, of whatever company.
std::optional<PasswordRecord> find_password(db::Snapshot& snapshot, std::string_view email);

std::optional<std::string> password_hash_of(db::Snapshot& snapshot, const UserId& user);

// False when it is no longer the old one.
bool replace_password(db::Tx& tx, const UserId& user, std::string_view old_hash, std::string_view new_hash);

// Whatever it was before, if there was one.
void set_password(db::Tx& tx, const UserId& user, std::string_view hash);

}  // namespace callboard::accounts::store
