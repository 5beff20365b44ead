// The table employment_country.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"

namespace callboard::configuration::store {

// Sorted; empty: the type is allowed everywhere.
std::vector<std::string> list_employment_countries(db::Snapshot& snapshot, std::string_view type);

void replace_employment_countries(db::Tx& tx, std::string_view type,
                                  const std::vector<std::string>& countries);

}  // namespace callboard::configuration::store
