// Copies of a database for backups, consistent while others write: a snapshot of what was committed when the
// copy began. Failures are Errors of kind `unavailable` with a detail for the operator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/function_ref.h"
#include "base/secret.h"

namespace callboard::db {

// --- SQLite

// Copies into `target`, an existing empty file; the result is a SQLite database without WAL. Readers and the
// writer are not blocked, but the WAL grows until the copy is done. The copy is verified with PRAGMA
// quick_check. Calls `progress` with the bytes that were copied meanwhile.
void copy_sqlite(const std::filesystem::path& database, const std::filesystem::path& target,
                 FunctionRef<void(std::int64_t bytes)> progress);

// Checks a database from a backup, which may be of anybody: that it is undamaged, has this schema, and has no
// triggers, views or virtual tables other than callboard's, which would run later. Returns what is wrong with
// the backup, as a clause for the operator. Changes nothing and creates no file.
std::optional<std::string> fault_of_sqlite(const std::filesystem::path& database, std::int64_t schema);

// --- PostgreSQL, through pg_dump and pg_restore. The password is passed in their environment, never on their
// command line.

using DumpSink = FunctionRef<void(std::string_view bytes)>;
using DumpSource = FunctionRef<std::string_view()>;  // gives the next piece; an empty one is the end

// An archive in the custom format, not compressed.
void dump_postgres(const Secret& url, DumpSink sink);

// Fails if pg_restore cannot read the table of contents of the archive. Does not read all of it.
void check_postgres_dump(DumpSource source);

// In one transaction: everything or nothing.
void restore_postgres(const Secret& url, DumpSource source);

// What restore_postgres() needs to know, without changing anything.
struct PostgresTarget {
    std::int64_t tables = 0;  // of all schemas but those of the system
    std::int64_t bytes = 0;   // of the database on disk
};
PostgresTarget look_at_postgres(const Secret& url);

}  // namespace callboard::db
