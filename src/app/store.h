// The database with everything it needs around it, as a command or a server uses it.
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
    existing,  // throws, and leaves nothing behind, where there is no database or its schema is another one
    create     // makes what is missing: the folder, the database, its schema
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

    // Ends all work that was begun; nothing may be asked of the database afterwards.
    void finish();

  private:
    telemetry::Log log_;
    telemetry::Metrics metrics_;
    MovableClock clock_;
    SystemStopwatch stopwatch_;
    std::unique_ptr<Workers> workers_;
    std::unique_ptr<db::Db> db_;
    telemetry::Metrics replica_metrics_;  // shown to nobody: the others tell of the database itself
    std::unique_ptr<db::Db> replica_;
};

}  // namespace callboard::app
