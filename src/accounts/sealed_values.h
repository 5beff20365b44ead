// What is encrypted of accounts, of all companies, for checks of the secrets key.
#pragma once

#include <cstdint>
#include <vector>

#include "base/seal.h"
#include "db/db.h"

namespace callboard::accounts {

std::vector<SealedValue> sealed_client_secrets(db::Snapshot& snapshot, std::int64_t limit);
std::vector<SealedValue> sealed_second_factor_keys(db::Snapshot& snapshot, std::int64_t limit);

}  // namespace callboard::accounts
