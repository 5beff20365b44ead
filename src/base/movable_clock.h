// The system clock with an offset, or frozen at one time; for the sandbox. Thread-safe.
#pragma once

#include <atomic>

#include "base/clock.h"

namespace callboard {

struct ClockSetting {
    std::int64_t offset_ms = 0;
    std::optional<Timestamp> frozen_at;
};

class MovableClock final : public Clock {
  public:
    Timestamp now() const override {
        const std::int64_t frozen = frozen_.load(std::memory_order_relaxed);
        if (frozen != kRunning) return {frozen};
        return {system_.now().ms + offset_.load(std::memory_order_relaxed)};
    }

    void set(const ClockSetting& setting) {
        offset_.store(setting.offset_ms, std::memory_order_relaxed);
        frozen_.store(setting.frozen_at ? setting.frozen_at->ms : kRunning, std::memory_order_relaxed);
    }

  private:
    static constexpr std::int64_t kRunning = -1;

    SystemClock system_;
    std::atomic<std::int64_t> offset_{0};
    std::atomic<std::int64_t> frozen_{kRunning};
};

}  // namespace callboard
