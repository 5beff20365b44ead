// The second factors of users, and their recovery codes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

struct SecondFactor {
    std::optional<std::string> sealed_key;  // absent: there is none yet
    std::optional<std::string> new_key;     // to replace it, sealed
    std::int64_t last_step = 0;
    std::int64_t failures = 0;  // in a row
    Timestamp locked_until;
};
std::optional<SecondFactor> find_second_factor(db::Snapshot& snapshot, const UserId& user);

// Counts an attempt as failed, before it is checked: attempts of one user wait for each other. Nothing if
// there is no second factor, or it is locked.
std::optional<SecondFactor> begin_attempt(db::Tx& tx, const UserId& user);
void attempt_succeeded(db::Tx& tx, const UserId& user);
void lock_until(db::Tx& tx, const UserId& user, Timestamp until);

bool put_first_key(db::Tx& tx, const UserId& user, std::string_view sealed_key);  // false: there is one
void put_new_key(db::Tx& tx, const UserId& user, std::string_view sealed_key);
// The new key becomes the key. False if another one has replaced it meanwhile.
bool adopt_new_key(db::Tx& tx, const UserId& user, std::string_view sealed_key, std::int64_t step);

bool use_step(db::Tx& tx, const UserId& user, std::int64_t step);  // false: used before
bool delete_second_factor(db::Tx& tx, const UserId& user);  // with its recovery codes; false: there is none

void put_recovery_codes(db::Tx& tx, const UserId& user, std::span<const Sha256> codes);  // replaces all
bool use_recovery_code(db::Tx& tx, const UserId& user, const Sha256& code);
std::int64_t count_recovery_codes(db::Snapshot& snapshot, const UserId& user);

// Of these users, those who have one.
std::set<UserId> with_second_factor(db::Snapshot& snapshot, std::span<const UserId> users);

// Of all companies, for checks of the secrets key.
struct SealedKey {
    CompanyId company;
    UserId user;
    std::string sealed_key;
};
std::vector<SealedKey> sealed_second_factor_keys(db::Snapshot& snapshot, std::int64_t limit);

// Since when users of the company need a second factor.
std::optional<Timestamp> second_factor_required_since(db::Snapshot& snapshot);
void require_second_factor(db::Tx& tx, bool required);

}  // namespace callboard::accounts::store
