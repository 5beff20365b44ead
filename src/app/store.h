// The database with clock, log and metrics, for a command or a server.
#pragma once

#include <memory>

#include "base/clock.h"
#include "base/movable_clock.h"
#include "base/workers.h"
#include "db/db.h"
#include "settings/settings.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::app {

enum class StoreMode {
    existing,  // throws, without creating anything, if there is no database or its schema differs
    create     // creates the folder, the database and its schema as needed
};

telemetry::Log log_for(const settings::Settings& settings);

class Store {
  public:
    Store(const settings::Settings& settings, std::size_t workers, StoreMode mode = StoreMode::existing);
    ~Store();

    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    db::Db& db() { return *db_; }
    db::Db& large_reads() { return replica_ ? *replica_ : *db_; }
    Workers& workers() { return *workers_; }
    telemetry::Metrics& metrics() { return metrics_; }
    const telemetry::Log& log() const { return log_; }
    MovableClock& clock() { return clock_; }
    const Stopwatch& stopwatch() const { return stopwatch_; }

    void set_log_level(const settings::Settings& settings);

    // Waits for all work; the database must not be used afterwards.
    void finish();

  private:
    telemetry::Log log_;
    telemetry::Metrics metrics_;
    MovableClock clock_;
    SystemStopwatch stopwatch_;
    std::unique_ptr<Workers> workers_;
    std::unique_ptr<db::Db> db_;
    telemetry::Metrics replica_metrics_;  // not exported: only those of the primary database are
    std::unique_ptr<db::Db> replica_;
};

}  // namespace callboard::app
