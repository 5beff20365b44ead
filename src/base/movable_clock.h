// The system clock with an offset, or frozen at one time; for the sandbox. Thread-safe.
#pragma once

#include <atomic>
#include <mutex>

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
        const std::scoped_lock lock{mutex_};
        apply(setting);
    }

    // How often it was set.
    std::uint64_t revision() const {
        const std::scoped_lock lock{mutex_};
        return revision_;
    }

    // Does nothing if it was set since: a setting that was read from a database may be outdated when it
    // arrives.
    void set_if_unchanged(std::uint64_t revision, const ClockSetting& setting) {
        const std::scoped_lock lock{mutex_};
        if (revision == revision_) apply(setting);
    }

  private:
    static constexpr std::int64_t kRunning = -1;

    void apply(const ClockSetting& setting) {
        offset_.store(setting.offset_ms, std::memory_order_relaxed);
        frozen_.store(setting.frozen_at ? setting.frozen_at->ms : kRunning, std::memory_order_relaxed);
        ++revision_;
    }

    SystemClock system_;
    mutable std::mutex mutex_;  // of those who set it
    std::uint64_t revision_ = 0;
    std::atomic<std::int64_t> offset_{0};
    std::atomic<std::int64_t> frozen_{kRunning};
};

}  // namespace callboard
