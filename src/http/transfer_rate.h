// Checks the transfer rate of a connection; it is called periodically with the total of bytes transferred so
// far.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace callboard::http {

struct MinimumRate {
    std::uint64_t bytes_per_second = 1024;
    std::chrono::seconds window{10};  // over which the rate is measured
};

class TransferRate {
  public:
    bool started() const { return count_ > 0; }
    void stop() { count_ = 0; }
    void start(Stopwatch::Instant now, std::uint64_t total) {
        marks_[0] = {now, total};
        count_ = 1;
    }

    // Was the rate below the minimum during the last window? Accurate to a fifth of a window: kMarks earlier
    // totals are kept.
    bool is_below(const MinimumRate& minimum, Stopwatch::Instant now, std::uint64_t total);

  private:
    struct Mark {
        Stopwatch::Instant at;
        std::uint64_t total = 0;
    };
    static constexpr std::size_t kMarks = 5;

    std::array<Mark, kMarks> marks_{};  // oldest first
    std::size_t count_ = 0;
};

}  // namespace callboard::http
