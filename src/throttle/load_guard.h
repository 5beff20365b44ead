// Keeps the server alive under more work than it can do: so much may be in flight, and the heaviest is turned
// away first. When even light work gets slow, less is let in, until it is quick again. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/clock.h"

namespace callboard::throttle {

// In the order in which they are turned away.
enum class Burden { heavy_read, write, light_read };

class LoadGuard {
  public:
    // 0: no bound.
    explicit LoadGuard(std::uint32_t most) : most_(most), bound_(most) {}

    // True: the request counts as in flight until leave().
    bool enter(Burden burden);
    void leave(Burden burden, std::chrono::nanoseconds took, Stopwatch::Instant now);

    std::uint32_t in_flight() const { return in_flight_.load(std::memory_order_relaxed); }
    std::uint32_t bound() const { return bound_.load(std::memory_order_relaxed); }

  private:
    void adapt(std::chrono::nanoseconds took, Stopwatch::Instant now);

    const std::uint32_t most_;
    std::atomic<std::uint32_t> in_flight_{0};
    std::atomic<std::uint32_t> bound_;
    std::atomic<std::int64_t> lowered_at_{0};
};

}  // namespace callboard::throttle
