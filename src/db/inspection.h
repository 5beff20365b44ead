// Read-only access for diagnostics: nothing is created, migrated or changed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/function_ref.h"
#include "base/secret.h"
#include "db/db.h"
#include "db/postgres_role.h"

namespace callboard::db {

// Client connections of a PostgreSQL server.
struct ConnectionFacts {
    std::int64_t limit = 0;  // without those reserved for superusers
    std::int64_t used = 0;   // without the one that asked
    std::int64_t own = 0;    // of these, by callboard on this machine
};

struct EngineFacts {
    Engine engine;
    std::string version;                                        // such as 3.40.1 or 15.14
    std::string encoding;                                       // empty on SQLite, where it is always UTF-8
    std::string collation;                                      // empty on SQLite
    std::optional<Timestamp> time;                              // of the clock of PostgreSQL
    std::optional<ConnectionFacts> connections = std::nullopt;  // of PostgreSQL
};

using InspectionCallback = FunctionRef<void(Snapshot&, const EngineFacts&)>;

// Throw an Error of kind `unavailable`, with a detail for the operator, if the database cannot be read.
void inspect_sqlite(const std::filesystem::path& file, const Clock& clock, InspectionCallback callback);
void inspect_postgres(const Secret& url, const Clock& clock, InspectionCallback callback,
                      PostgresRole role = PostgresRole::primary);

}  // namespace callboard::db
