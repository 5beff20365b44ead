// Generates requested and scheduled report files, one at a time, as a worker of their queue (work/worker.h).
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::reports {

struct GeneratorOptions {
    std::filesystem::path folder;
    std::string node;  // the name of this server
    std::chrono::milliseconds lease_duration{60'000};
    std::chrono::milliseconds poll_interval{200};
    std::chrono::hours retention{24 * 30};
    std::vector<std::chrono::milliseconds> retry_delays{std::chrono::seconds{5}, std::chrono::seconds{10},
                                                        std::chrono::seconds{20}, std::chrono::seconds{40},
                                                        std::chrono::seconds{60}};  // the last one repeats
};

class Generator {
  public:
    Generator(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
              const telemetry::Log& log, const GeneratorOptions& options);
    ~Generator();  // releases the file that is being generated

    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

  private:
    class Files;
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace callboard::reports
