// Opens connections to PostgreSQL with the defaults of this program. Private to this folder.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/secret.h"
#include "db/postgres_role.h"

struct pg_conn;

namespace callboard::db {

// A parameter of a connection string.
struct PostgresOption {
    std::string keyword;
    std::string value;
    std::string variable;  // the environment variable of libpq; empty if there is none
    bool is_secret = false;
};

// The parameters of the connection string, and the defaults that decide which server is used: with several
// hosts, the one that accepts writes, unless the role is that of a replica. Throws an Error if the connection
// string is malformed.
std::vector<PostgresOption> postgres_options(const Secret& url, PostgresRole role);

struct ClosePostgres {
    void operator()(pg_conn* handle) const;
};
using PostgresHandle = std::unique_ptr<pg_conn, ClosePostgres>;

// Throws an Error of kind `unavailable` that names the server if it cannot connect.
PostgresHandle open_postgres_handle(const Secret& url, PostgresRole role);

}  // namespace callboard::db
