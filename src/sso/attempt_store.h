#pragma once

#include <chrono>
#include <optional>

#include "db/db.h"
#include "sso/attempt.h"

namespace callboard::sso {

inline constexpr std::chrono::minutes kAttemptLife{10};

}  // namespace callboard::sso

namespace callboard::sso::store {

void insert_attempt(db::Tx& tx, const Sha256& state, const Attempt& attempt);

// The attempt of the company with this state, which was begun in this browser and has not expired; it exists
// no more afterwards. What belongs to another browser stays.
std::optional<Attempt> take_attempt(db::Tx& tx, const Sha256& state, const Sha256& browser);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_attempts(db::Tx& tx);

}  // namespace callboard::sso::store
