// Writes what the server has counted of API calls: per day for reports, per minute for getUsage. What was
// counted since the last write is lost if the server crashes.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "db/db.h"
#include "edge/use_meter.h"
#include "telemetry/log.h"
#include "usage/usage.h"

namespace callboard::app {

// Rows that a company gets by one write at most; the calls of the others are summed.
inline constexpr std::size_t kMostUsageRows = 1'000;

// By client and operation, sorted by company, client and operation. `uses` are sorted by company.
std::vector<usage::ClientUsage> usage_of_clients(std::span<const edge::Use> uses);

class UseWriter {
  public:
    static constexpr std::chrono::seconds kInterval{10};  // between two writes

    UseWriter(db::Db& db, const telemetry::Log& log, edge::UseMeter& meter)
        : db_(db), log_(log), meter_(meter) {}

    // By one thread at a time.
    void write();

  private:
    db::Db& db_;
    const telemetry::Log& log_;
    edge::UseMeter& meter_;
    // Of a failed write, for the next attempt.
    std::vector<edge::Use> unwritten_;
    std::vector<usage::ClientUsage> unwritten_minutes_;
};

}  // namespace callboard::app
