// Counts decisions by policy and outcome, sharded by event loop.
#pragma once

#include <cstddef>

#include "telemetry/labelled_counters.h"
#include "throttle/ledger.h"

namespace callboard::edge {

class ThrottleMeter {
  public:
    ThrottleMeter(telemetry::Metrics& metrics, std::size_t loops);

    void record(const throttle::Permit& permit, std::size_t loop);

  private:
    telemetry::LabelledCounters counters_;
};

}  // namespace callboard::edge
