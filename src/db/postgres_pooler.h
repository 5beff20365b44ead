// Detects connection poolers (PgBouncer) that this program cannot work with.
#pragma once

#include "base/secret.h"
#include "db/postgres_role.h"

namespace callboard::db {

// Does a pooler assign the connections of PostgreSQL to transactions rather than to sessions? Prepared
// statements and settings of a session would then be lost, or be those of somebody else.
// Throws an Error of kind `unavailable` if it cannot connect, or if a pooler has no second connection.
bool pools_transactions(const Secret& url, PostgresRole role);

}  // namespace callboard::db
