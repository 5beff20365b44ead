// The second factors of users, and their recovery codes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

struct SecondFactor {
    std::string sealed_key;
    std::int64_t last_step = 0;
    std::optional<Timestamp> confirmed_at;
};

std::optional<SecondFactor> find_second_factor(db::Snapshot& snapshot, const UserId& user);

// Replaces one that is not confirmed; returns false if there is a confirmed one.
bool put_second_factor(db::Tx& tx, const UserId& user, std::string_view sealed_key);
void confirm_second_factor(db::Tx& tx, const UserId& user);
// Compare-and-set: returns false if a code of this or a later step was used meanwhile.
bool use_step(db::Tx& tx, const UserId& user, std::int64_t step);
bool delete_second_factor(db::Tx& tx, const UserId& user);  // with the codes; false: there is none

void put_recovery_codes(db::Tx& tx, const UserId& user, std::span<const Sha256> codes);  // replaces all
bool use_recovery_code(db::Tx& tx, const UserId& user, const Sha256& code);
std::int64_t count_recovery_codes(db::Snapshot& snapshot, const UserId& user);

// Of the company of the transaction.
bool is_second_factor_required(db::Snapshot& snapshot);
void require_second_factor(db::Tx& tx, bool required);

}  // namespace callboard::accounts::store
