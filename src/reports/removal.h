#pragma once

#include <filesystem>

#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::reports {

// Deletes a report and its files, and the contents after the commit: a failure leaves contents without a row,
// never a row without contents.
void remove_with_bytes(db::Db& db, const CompanyId& company, const accounts::Actor& actor, const ReportId& id,
                       const std::filesystem::path& folder);

}  // namespace callboard::reports
