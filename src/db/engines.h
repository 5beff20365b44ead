// Opens a database on one of the two engines.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/secret.h"
#include "base/workers.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::db {

// The dependencies of a database; they must outlive it.
struct Environment {
    const Clock& clock;
    const Stopwatch& stopwatch;
    Workers& workers;  // for work that would block an event loop
    telemetry::Metrics& metrics;
    const telemetry::Log& log;
};

std::unique_ptr<Db> open_sqlite(const std::filesystem::path& file, const Environment& environment);

// `url` is a libpq connection string. Connections are opened on demand, at most one per worker and caller.
std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment);

}  // namespace callboard::db
