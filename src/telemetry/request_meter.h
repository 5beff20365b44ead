// Requests by operation and status, and their duration. Each event loop writes to its own shard, which avoids
// contention for cache lines between cores.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "telemetry/metrics.h"

namespace callboard::telemetry {

class RequestMeter {
  public:
    RequestMeter(Metrics& metrics, std::vector<std::string> operations, std::size_t shards);

    void record(std::size_t shard, std::size_t operation, int status, std::chrono::nanoseconds took);

  private:
    // The statuses that this server sends; the last slot counts all others.
    static constexpr std::array kStatuses{200, 201, 202, 204, 206, 302, 303, 304, 400, 401,
                                          403, 404, 405, 406, 408, 409, 413, 414, 415, 416,
                                          417, 422, 424, 429, 431, 500, 501, 503, 505, 0};
    struct Row {
        std::array<Counter, kStatuses.size()> by_status;
        Histogram duration;
    };
    struct alignas(64) Shard {
        explicit Shard(std::size_t operations) : rows(operations) {}
        std::vector<Row> rows;
    };

    void expose(std::vector<prometheus::MetricFamily>& families) const;

    const std::vector<std::string> operations_;
    std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace callboard::telemetry
