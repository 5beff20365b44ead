// A clock that the test sets.
#pragma once

#include <atomic>
#include <chrono>

#include "base/clock.h"

namespace callboard::test {

class ManualClock final : public Clock {
  public:
    Timestamp now() const override { return {ms_}; }
    void advance(std::chrono::milliseconds by) { ms_ += by.count(); }

  private:
    std::atomic<std::int64_t> ms_{1'700'000'000'000};
};

class ManualStopwatch final : public Stopwatch {
  public:
    Instant now() const override { return Instant{std::chrono::nanoseconds{ns_.load()}}; }
    void advance(std::chrono::nanoseconds by) { ns_ += by.count(); }

  private:
    std::atomic<std::int64_t> ns_{1'000'000'000'000};
};

}  // namespace callboard::test
