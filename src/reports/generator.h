// Makes what was asked for and what is due, one file after the other, on a thread of its own. Several servers
// share the work by leases; what a server left unfinished is begun anew, three times at most.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "base/clock.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::reports {

struct GeneratorOptions {
    std::filesystem::path folder;
    std::string node;  // the name of this server; what it left behind when it died is its own
    std::chrono::milliseconds lease{60'000};
    std::chrono::milliseconds look_every{200};
    std::chrono::hours kept{24 * 30};
    // After an attempt that failed; doubled after each further one of the same file.
    std::chrono::milliseconds first_rest{5'000};
    std::chrono::milliseconds longest_rest{60'000};
};

class Generator {
  public:
    Generator(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
              const telemetry::Log& log, GeneratorOptions options);
    ~Generator();  // what is being made is given back, for another time

    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

}  // namespace callboard::reports
