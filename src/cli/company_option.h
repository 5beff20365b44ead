#pragma once

#include <string>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::cli {

// The company with this identifier; throws an Error if there is none.
CompanyId company_named(db::Db& db, const std::string& identifier);

std::vector<std::string> role_names();

}  // namespace callboard::cli
