// How a PostgreSQL connection pool is used.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "base/secret.h"
#include "db/db.h"
#include "db/engines.h"
#include "db/postgres_connection.h"
#include "db/postgres_role.h"

namespace callboard::db {

struct PostgresLimits {
    std::size_t most_connections = 0;  // 0: unlimited
    // How long to wait for a free connection before the server counts as overloaded.
    std::chrono::milliseconds wait_for_connection{10'000};
    // How long after losing a server that was reachable before, calls wait for it to come back.
    std::chrono::milliseconds wait_for_server{5'000};
    // Connections that were not needed for this long are closed: other servers may need them.
    std::chrono::milliseconds longest_idle{300'000};
    // Statements that take longer are cancelled, except migrations and streamed queries. 0: none.
    std::chrono::seconds statement_timeout{0};
    // How long to wait for a byte of a result before the server is asked whether it works on it.
    std::chrono::milliseconds longest_silence = PgConnection::kLongestSilence;
    PostgresRole role = PostgresRole::primary;
};

// Connections are opened on demand. Cancelling a query opens another, short-lived one, and so does asking for
// one that takes long.
std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment,
                                  const PostgresLimits& limits);

}  // namespace callboard::db
