#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "accounts/company.h"
#include "db/db.h"

namespace callboard::accounts::store {

// False when the identifier is taken.
bool insert(db::Tx& tx, const Company& company);

std::optional<Company> find_company(db::Snapshot& snapshot, std::string_view identifier);

// The company of the snapshot itself.
Company own_company(db::Snapshot& snapshot);

std::vector<Company> list_companies(db::Snapshot& snapshot);  // in the order in which they were added
std::int64_t count_companies(db::Snapshot& snapshot);

// Others of the company who take their turn wait until this transaction ends: what it has looked at (is the
// number free? are there fewer than the limit?) still holds when it is kept.
void take_turn_in_company(db::Tx& tx);

}  // namespace callboard::accounts::store
