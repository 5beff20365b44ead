// Schema migrations: applies the files of schema/ for this engine, in order, each once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"

namespace callboard::db {

// Returns the names of the applied files. Safe for concurrent use by several programs. Throws if the schema
// is newer than this program.
std::vector<std::string> migrate(Db& db);

// Number of the newest schema file of this program.
std::int64_t known_schema();

// What migrate() would do.
struct SchemaReport {
    std::int64_t found = 0;            // number of the newest applied file; 0: no schema
    std::int64_t known = 0;            // number of the newest file of this program
    std::vector<std::string> pending;  // files that were not applied yet
    std::optional<Timestamp> changed_at;
};
SchemaReport schema_report(Snapshot& snapshot, Engine engine);

// absent: the database has no schema; older: migrate() would change it.
enum class SchemaState { absent, older, current, newer };
SchemaState schema_state(Snapshot& snapshot, Engine engine);

// Throws unless the schema is the one that this program needs.
void require_current_schema(Snapshot& snapshot);

}  // namespace callboard::db
