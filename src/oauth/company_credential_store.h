#pragma once

#include <vector>

#include "db/db.h"
#include "oauth/company_credentials.h"

namespace callboard::oauth::store {

// API keys and client credentials that are not revoked, oldest first.
std::vector<CompanyCredential> list_company_credentials(db::Snapshot& snapshot);

}  // namespace callboard::oauth::store
