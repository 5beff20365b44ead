// Whether a connection moves its bytes fast enough. It is looked at from time to time, with the number of
// bytes that have been moved so far.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace callboard::http {

struct MinimumRate {
    std::uint64_t bytes_per_second = 1024;
    std::chrono::seconds window{10};  // over which the rate is taken
};

class TransferRate {
  public:
    bool started() const { return count_ > 0; }
    void stop() { count_ = 0; }
    void start(Stopwatch::Instant now, std::uint64_t total) {
        marks_[0] = {now, total};
        count_ = 1;
    }

    // Has it been below the minimum during the last window? Exact to a fifth of a window: the totals of that
    // many instants are kept.
    bool is_below(const MinimumRate& minimum, Stopwatch::Instant now, std::uint64_t total);

  private:
    struct Mark {
        Stopwatch::Instant at;
        std::uint64_t total = 0;
    };
    static constexpr std::size_t kMarks = 5;

    std::array<Mark, kMarks> marks_{};  // the oldest first
    std::size_t count_ = 0;
};

}  // namespace callboard::http
