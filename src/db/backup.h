// Copies of a database, made while servers use it: what was committed when the copy began, and nothing of
// what came later. Failures are Errors of the kind `unavailable` whose detail is meant for the operator.
#pragma once

#include <filesystem>

#include "base/secret.h"

namespace callboard::db {

// Into `target`, a file that exists and is empty; the copy is a SQLite database in one file. Readers and the
// writer go on meanwhile; the log of the database grows until the copy is done. The copy is read back and
// checked.
void copy_sqlite(const std::filesystem::path& database, const std::filesystem::path& target);

// Into `target`, a file that exists and is empty: an archive of pg_dump in the custom format, whose list of
// contents is read back. The password goes to pg_dump in its environment, never on its command line.
void dump_postgres(const Secret& url, const std::filesystem::path& target);

}  // namespace callboard::db
