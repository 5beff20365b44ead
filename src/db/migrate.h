// Brings the schema up to date: the files of schema/ that are for this engine, in order, each once.
#pragma once

#include <string>
#include <vector>

#include "db/db.h"

namespace callboard::db {

// Names of the files that were applied. Safe to call from several programs at once. Throws when the database
// was made by a newer program than this one.
std::vector<std::string> migrate(Db& db);

// absent: nothing of ours is in the database; older: migrate() would change it.
enum class SchemaState { absent, older, current, newer };
SchemaState schema_state(Snapshot& snapshot, Engine engine);

// Throws unless the database has the schema that this program was made for.
void require_current_schema(Snapshot& snapshot);

}  // namespace callboard::db
