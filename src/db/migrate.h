// Schema migrations: applies the files of schema/ for this engine, in order, each once. The rules that keep
// servers of the previous version working meanwhile are in docs/sql.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "db/db.h"

namespace callboard::db {

// Returns the names of the applied files. Safe for concurrent use by several programs. Throws if the schema
// is newer than this program.
std::vector<std::string> migrate(Db& db);

// One transaction of migrate(), which has begun: applies all files if the database is empty, otherwise one,
// so that locks are held briefly. Returns their names; nothing if none is left.
std::vector<std::string> apply_next(Connection& connection, std::span<const EmbeddedFile> files,
                                    Timestamp now);

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

// Throws if the schema is older than this program needs. A newer one is fine for a server that was started
// before the migration: it changes nothing that the previous version uses.
void require_usable_schema(Snapshot& snapshot);

}  // namespace callboard::db
