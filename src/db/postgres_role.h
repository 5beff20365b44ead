// What a connection to PostgreSQL is used for.
#pragma once

namespace callboard::db {

enum class PostgresRole {
    primary,  // of several hosts, the one that accepts writes
    replica   // only read: any host
};

}  // namespace callboard::db
