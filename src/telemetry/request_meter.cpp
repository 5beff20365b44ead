#include "telemetry/request_meter.h"

#include <algorithm>
#include <utility>

#include <prometheus/metric_family.h>

#include "telemetry/exposition.h"

namespace callboard::telemetry {

RequestMeter::RequestMeter(Metrics& metrics, std::vector<std::string> operations, std::size_t shards)
    : operations_(std::move(operations)) {
    for (std::size_t i = 0; i < shards; ++i) shards_.push_back(std::make_unique<Shard>(operations_.size()));
    metrics.add([this](auto& families) { expose(families); });
}

void RequestMeter::record(std::size_t shard, std::size_t operation, int status,
                          std::chrono::nanoseconds took) {
    Row& row = shards_[shard]->rows[operation];
    const auto known = std::ranges::find(kStatuses.begin(), kStatuses.end() - 1, status);
    row.by_status[static_cast<std::size_t>(known - kStatuses.begin())].add();
    row.duration.observe(std::chrono::duration<double>(took).count());
}

void RequestMeter::expose(std::vector<prometheus::MetricFamily>& families) const {
    prometheus::MetricFamily requests{"callboard_http_requests_total",
                                      "Requests by operation and status.",
                                      prometheus::MetricType::Counter,
                                      {}};
    prometheus::MetricFamily durations{"callboard_http_request_duration_seconds",
                                       "From the last byte of a request to the last byte of its response.",
                                       prometheus::MetricType::Histogram,
                                       {}};
    for (std::size_t operation = 0; operation < operations_.size(); ++operation) {
        Histogram duration;
        std::array<std::uint64_t, kStatuses.size()> counts{};
        for (const auto& shard : shards_) {
            const Row& row = shard->rows[operation];
            row.duration.add_to(duration);
            for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += row.by_status[i].value();
        }
        if (std::ranges::all_of(counts, [](auto count) { return count == 0; })) continue;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] == 0) continue;
            prometheus::ClientMetric metric;
            const std::string status = kStatuses[i] == 0 ? "other" : std::to_string(kStatuses[i]);
            metric.label = {{"operation", operations_[operation]}, {"status", status}};
            metric.counter.value = static_cast<double>(counts[i]);
            requests.metric.push_back(std::move(metric));
        }
        prometheus::ClientMetric metric = exposed(duration);
        metric.label = {{"operation", operations_[operation]}};
        durations.metric.push_back(std::move(metric));
    }
    families.push_back(std::move(requests));
    families.push_back(std::move(durations));
}

}  // namespace callboard::telemetry
