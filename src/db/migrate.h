// Brings the schema up to date: the files of schema/ that are for this engine, in order, each once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"

namespace callboard::db {

// Names of the files that were applied. Safe to call from several programs at once. Throws when the database
// was made by a newer program than this one.
std::vector<std::string> migrate(Db& db);

// What migrate() would do.
struct SchemaReport {
    std::int64_t found = 0;            // number of the newest file that was applied; 0: no tables of ours
    std::int64_t known = 0;            // of the newest file that this program has
    std::vector<std::string> pending;  // files that were not applied yet
    std::optional<Timestamp> changed_at;
};
SchemaReport schema_report(Snapshot& snapshot, Engine engine);

// absent: nothing of ours is in the database; older: migrate() would change it.
enum class SchemaState { absent, older, current, newer };
SchemaState schema_state(Snapshot& snapshot, Engine engine);

// Throws unless the database has the schema that this program was made for.
void require_current_schema(Snapshot& snapshot);

}  // namespace callboard::db
