// SQL functions of PostgreSQL that SQLite 3.40 does not have.
#pragma once

struct sqlite3;

namespace callboard::db {

// string_agg(text, delimiter). Newer versions have it, too; this one is used with all.
void add_sqlite_functions(sqlite3* handle);

}  // namespace callboard::db
