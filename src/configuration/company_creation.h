#pragma once

#include <optional>
#include <string>

#include "accounts/company.h"
#include "db/db.h"

namespace callboard::configuration {

// Adds a company with the configuration that it begins with; see accounts::add_company().
accounts::Company create_company(db::Tx& tx, const std::string& name,
                                 const std::optional<std::string>& identifier);

}  // namespace callboard::configuration
