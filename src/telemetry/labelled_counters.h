// A family of counters with two labels whose values are known at start. One shard for each concurrent writer
// avoids contention.
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
    // Shared with the metrics, which are read until the server has stopped and may outlive this object.
    const std::shared_ptr<Family> family_;
};

}  // namespace callboard::telemetry
