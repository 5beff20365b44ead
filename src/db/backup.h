// Online backups: a consistent snapshot of what was committed when the copy began. Failures are Errors of
// kind `unavailable` with a detail for the operator.
#pragma once

#include <filesystem>

#include "base/secret.h"

namespace callboard::db {

// Copies into `target`, an existing empty file; the result is a SQLite database without WAL. Readers and the
// writer are not blocked, but the WAL grows until the copy is done. The copy is verified with PRAGMA
// quick_check.
void copy_sqlite(const std::filesystem::path& database, const std::filesystem::path& target);

// Writes an archive of pg_dump in the custom format to `target`, an existing empty file, and reads its table
// of contents back. The password is passed in the environment of pg_dump, never on its command line.
void dump_postgres(const Secret& url, const std::filesystem::path& target);

}  // namespace callboard::db
