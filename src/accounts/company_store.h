#pragma once

#include <optional>
#include <string_view>

#include "accounts/company.h"
#include "db/db.h"

namespace callboard::accounts::store {

// False when the identifier is taken.
bool insert(db::Tx& tx, const Company& company);

std::optional<Company> find_company(db::Snapshot& snapshot, std::string_view identifier);

// The company of the snapshot itself.
Company own_company(db::Snapshot& snapshot);

std::int64_t count_companies(db::Snapshot& snapshot);

}  // namespace callboard::accounts::store
