#include "telemetry/labelled_counters.h"

#include <utility>

#include <prometheus/metric_family.h>

namespace callboard::telemetry {

LabelledCounters::LabelledCounters(Metrics& metrics, std::string name, std::string help, Label first,
                                   Label second, std::size_t shards)
    : name_(std::move(name)), help_(std::move(help)), first_(std::move(first)), second_(std::move(second)) {
    for (std::size_t i = 0; i < shards; ++i)
        shards_.push_back(std::make_unique<Counter[]>(index(first_.values.size(), 0)));
    metrics.add([this](auto& families) { expose(families); });
}

void LabelledCounters::expose(std::vector<prometheus::MetricFamily>& families) const {
    prometheus::MetricFamily family{name_, help_, prometheus::MetricType::Counter, {}};
    for (std::size_t first = 0; first < first_.values.size(); ++first) {
        for (std::size_t second = 0; second < second_.values.size(); ++second) {
            std::uint64_t count = 0;
            for (const auto& shard : shards_) count += shard[index(first, second)].value();
            if (count == 0) continue;
            prometheus::ClientMetric metric;
            metric.label = {{first_.name, first_.values[first]}, {second_.name, second_.values[second]}};
            metric.counter.value = static_cast<double>(count);
            family.metric.push_back(std::move(metric));
        }
    }
    families.push_back(std::move(family));
}

}  // namespace callboard::telemetry
