// Deletes report files after their retention time, and contents that no row refers to.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stop_token>

#include "base/clock.h"
#include "db/db.h"
#include "telemetry/log.h"

namespace callboard::reports {

class FileRetention {
  public:
    FileRetention(db::Db& db, const Clock& clock, const telemetry::Log& log, std::filesystem::path folder,
                  std::chrono::hours retention);

    // Can be called often: it works every ten minutes.
    void sweep(const std::stop_token& stop);

  private:
    void remove_old(const std::stop_token& stop);
    void remove_orphans(const std::stop_token& stop);

    db::Db& db_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const std::filesystem::path folder_;
    const std::chrono::hours retention_;
    Timestamp next_sweep_;
    std::int64_t sweeps_ = 0;
};

}  // namespace callboard::reports
