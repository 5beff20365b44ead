#include "telemetry/labelled_counters.h"

#include <utility>

#include <prometheus/metric_family.h>

namespace callboard::telemetry {

LabelledCounters::LabelledCounters(Metrics& metrics, std::string name, std::string help, Label first,
                                   Label second, std::size_t shards)
    : family_(
          std::make_shared<Family>(std::move(name), std::move(help), std::move(first), std::move(second))) {
    for (std::size_t i = 0; i < shards; ++i)
        family_->shards.push_back(
            std::make_unique<Counter[]>(family_->index(family_->first.values.size(), 0)));
    metrics.add([family = family_](auto& families) { family->expose(families); });
}

// Also those that are still 0: Prometheus cannot see an increase of a counter that was not there before.
void LabelledCounters::Family::expose(std::vector<prometheus::MetricFamily>& families) const {
    prometheus::MetricFamily family{name, help, prometheus::MetricType::Counter, {}};
    for (std::size_t i = 0; i < first.values.size(); ++i) {
        for (std::size_t j = 0; j < second.values.size(); ++j) {
            std::uint64_t count = 0;
            for (const auto& shard : shards) count += shard[index(i, j)].value();
            prometheus::ClientMetric metric;
            metric.label = {{first.name, first.values[i]}, {second.name, second.values[j]}};
            metric.counter.value = static_cast<double>(count);
            family.metric.push_back(std::move(metric));
        }
    }
    families.push_back(std::move(family));
}

}  // namespace callboard::telemetry
