// How often something may fail: so many times in any interval of this length, for each key. Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/clock.h"

namespace callboard::throttle {

class FailureLimit {
  public:
    FailureLimit(std::size_t most, std::chrono::seconds interval, const Stopwatch& stopwatch)
        : most_(most), interval_(interval), stopwatch_(stopwatch) {}

    // Counts an attempt as a failure until it turns out to be none. Nothing: go ahead. Otherwise how long to
    // wait.
    std::optional<std::chrono::seconds> begin(const std::string& key);
    void succeeded(const std::string& key);

  private:
    using Instant = Stopwatch::Instant;
    static constexpr std::size_t kMostKeys = 100'000;

    void forget_old(Instant now);

    const std::size_t most_;
    const std::chrono::seconds interval_;
    const Stopwatch& stopwatch_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::deque<Instant>> failures_;
};

}  // namespace callboard::throttle
