// Moves an installation from SQLite to PostgreSQL or back: the database, the secrets key, the report files.
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "base/function_ref.h"
#include "db/transfer.h"
#include "settings/settings.h"

namespace callboard::app {

struct Moved {
    std::vector<db::TransferredTable> tables;  // by name
    std::int64_t reports = 0;                  // files that were copied
    bool has_secrets_key = false;              // there is one, which is now also at the target
};

// In rows; each is read twice.
using MoveProgress = FunctionRef<void(std::int64_t done, std::int64_t total)>;

// The settings of a server before and after the move, one of them with a PostgreSQL database. The source is
// not changed. The target must be empty; its database appears last and as a whole, after every row of it was
// compared with the source, so an interrupted move can be repeated. Throws if servers use the source.
Moved move(const settings::Settings& from, const settings::Settings& to, const Clock& clock,
           MoveProgress progress);

}  // namespace callboard::app
