// Password hashes of users. Service accounts have none.
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

// Of the active user with this e-mail, in any company.
std::optional<PasswordRecord> find_password(db::Snapshot& snapshot, std::string_view email);

std::optional<std::string> password_hash_of(db::Snapshot& snapshot, const UserId& user);

// Also of a user who is not active.
std::optional<std::string> any_password_hash_of(db::Snapshot& snapshot, const UserId& user);

// Compare-and-set: returns false if the stored hash is not `old_hash`.
bool replace_password(db::Tx& tx, const UserId& user, std::string_view old_hash, std::string_view new_hash);

// Inserts or replaces.
void set_password(db::Tx& tx, const UserId& user, std::string_view hash);

}  // namespace callboard::accounts::store
