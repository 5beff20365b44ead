// A family of counters with two labels whose values are known beforehand. Shards are for those who count at
// the same time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "telemetry/metrics.h"

namespace callboard::telemetry {

class LabelledCounters {
  public:
    struct Label {
        std::string name;
        std::vector<std::string> values;
    };

    LabelledCounters(Metrics& metrics, std::string name, std::string help, Label first, Label second,
                     std::size_t shards = 1);

    void add(std::size_t first, std::size_t second, std::size_t shard = 0) {
        family_->shards[shard][family_->index(first, second)].add();
    }

  private:
    struct Family {
        void expose(std::vector<prometheus::MetricFamily>& families) const;
        std::size_t index(std::size_t first_value, std::size_t second_value) const {
            return first_value * second.values.size() + second_value;
        }

        const std::string name;
        const std::string help;
        const Label first;
        const Label second;
        std::vector<std::unique_ptr<Counter[]>> shards;
    };
    // Also owned by the metrics: they are read until the server has ended, and who counts may go before.
    const std::shared_ptr<Family> family_;
};

}  // namespace callboard::telemetry
