// Metrics of the database.
#pragma once

#include <chrono>
#include <cstddef>

#include "telemetry/metrics.h"

namespace callboard::db {

class StoreMeter {
  public:
    explicit StoreMeter(telemetry::Metrics& metrics)
        : commit_seconds_(
              metrics.histogram("callboard_store_commit_seconds",
                                "From the begin of a write transaction to the end of its commit.")),
          commits_(metrics.counter("callboard_store_commits_total", "Write transactions.")),
          writes_(metrics.counter(
              "callboard_store_writes_total",
              "Requests whose changes these transactions carried; on SQLite many share one.")) {}

    void committed(std::size_t writes, std::chrono::nanoseconds took) {
        commit_seconds_.observe(std::chrono::duration<double>(took).count());
        commits_.add();
        writes_.add(writes);
    }

  private:
    telemetry::Histogram& commit_seconds_;
    telemetry::Counter& commits_;
    telemetry::Counter& writes_;
};

}  // namespace callboard::db
