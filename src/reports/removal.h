#pragma once

#include <filesystem>

#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::reports {

// Deletes a report with its files, and their bytes once that is committed: a failure leaves bytes that no row
// names, never a row without bytes.
void remove_with_bytes(db::Db& db, const CompanyId& company, const accounts::Actor& actor, const ReportId& id,
                       const std::filesystem::path& folder);

}  // namespace callboard::reports
