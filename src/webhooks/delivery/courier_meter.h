// Metrics of the courier.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "telemetry/labelled_counters.h"
#include "telemetry/metrics.h"
#include "webhooks/delivery/delivery.h"

namespace callboard::webhooks {

class CourierMeter {
  public:
    explicit CourierMeter(telemetry::Metrics& metrics);

    void attempted(Lane lane, Outcome outcome, std::chrono::milliseconds took);
    void polled() { polls_.add(); }
    void oldest_due(std::chrono::milliseconds age) { oldest_due_ms_ = age.count(); }
    void in_flight(std::size_t number) { in_flight_ = number; }
    void open_breakers(std::size_t number) { open_breakers_ = number; }

  private:
    telemetry::LabelledCounters attempts_;
    telemetry::Histogram& duration_;
    telemetry::Counter& polls_;
    std::atomic<std::int64_t> oldest_due_ms_{0};
    std::atomic<std::size_t> in_flight_{0};
    std::atomic<std::size_t> open_breakers_{0};
};

}  // namespace callboard::webhooks
