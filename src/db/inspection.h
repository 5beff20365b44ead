// A look at a database without opening it for work: nothing is created, migrated or changed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/function_ref.h"
#include "base/secret.h"
#include "db/db.h"

namespace callboard::db {

struct EngineFacts {
    Engine engine;
    std::string version;            // 3.40.1, 15.14
    std::string encoding;           // of the database; empty on SQLite, where it is always UTF-8
    std::string collation;          // the same
    std::optional<Timestamp> time;  // of PostgreSQL's own clock
};

using Look = FunctionRef<void(Snapshot&, const EngineFacts&)>;

// Throw an Error of the kind `unavailable`, with a detail for the operator, when it cannot be read.
void inspect_sqlite(const std::filesystem::path& file, const Clock& clock, Look look);
void inspect_postgres(const Secret& url, const Clock& clock, Look look);

}  // namespace callboard::db
