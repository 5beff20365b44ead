// How many connections a program has to a PostgreSQL database, and how long it waits for one.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "base/secret.h"
#include "db/db.h"
#include "db/engines.h"

namespace callboard::db {

struct PostgresLimits {
    std::size_t most_connections = 0;  // 0: as many as there are callers
    // For one to be given back, when there are no more; after that the server is overloaded.
    std::chrono::milliseconds wait_for_connection{10'000};
    // For a server that was reached before and is not now. Who comes later than this does not wait.
    std::chrono::milliseconds wait_for_server{5'000};
};

// Connections are made when they are needed. To cancel a query takes a short one besides.
std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment,
                                  const PostgresLimits& limits);

}  // namespace callboard::db
