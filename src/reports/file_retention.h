// Deletes report files after their retention time, and contents that no row refers to. One of the servers
// that share a database does it (work/housekeeping_store.h); they share the folder, too.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "db/db.h"
#include "reports/file_folder.h"
#include "telemetry/log.h"
#include "work/housekeeping_store.h"

namespace callboard::reports {

class FileRetention {
  public:
    // `node` is the name of this server.
    FileRetention(db::Db& db, const Clock& clock, const telemetry::Log& log, std::filesystem::path folder,
                  std::chrono::hours retention, std::string node);

    // Can be called often: it works every ten minutes.
    void sweep(const std::stop_token& stop);

  private:
    void remove_old(const std::stop_token& stop);
    void remove_orphans(const std::stop_token& stop);
    void remove_unwanted(std::span<const FoundFile> files);

    db::Db& db_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const std::filesystem::path folder_;
    const std::chrono::hours retention_;
    const work::Housekeeping task_;
    Timestamp next_sweep_;
    std::int64_t sweeps_ = 0;
};

}  // namespace callboard::reports
