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
        shards_[shard][index(first, second)].add();
    }

  private:
    void expose(std::vector<prometheus::MetricFamily>& families) const;
    std::size_t index(std::size_t first, std::size_t second) const {
        return first * second_.values.size() + second;
    }

    const std::string name_;
    const std::string help_;
    const Label first_;
    const Label second_;
    std::vector<std::unique_ptr<Counter[]>> shards_;
};

}  // namespace callboard::telemetry
