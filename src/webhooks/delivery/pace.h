// Adaptive concurrency limit and circuit breaker of a receiver: more concurrent notifications while it keeps
// up, fewer on errors, and one at a time while it does not respond at all.
#pragma once

#include <cstddef>

namespace callboard::webhooks {

class Pace {
  public:
    static constexpr std::size_t kStart = 4;
    static constexpr std::size_t kMost = 32;
    static constexpr std::size_t kFailuresBeforeOpen = 5;

    // 202; a slow 202; another status; 5xx; no response
    enum class Answer { acknowledged, slow, refused, server_error, no_answer };

    // The number of notifications that may be sent now.
    std::size_t free_slots() const { return in_flight_ < cap() ? cap() - in_flight_ : 0; }
    std::size_t in_flight() const { return in_flight_; }

    // Open after several attempts without a response in a row: one notification at a time until it responds.
    bool is_open() const { return unanswered_ >= kFailuresBeforeOpen; }
    std::size_t cap() const { return is_open() ? 1 : cap_; }

    void sent() { ++in_flight_; }
    void answered(Answer answer);

  private:
    std::size_t cap_ = kStart;
    std::size_t in_flight_ = 0;
    std::size_t good_answers_ = 0;  // since the cap was raised
    std::size_t unanswered_ = 0;    // in a row
};

}  // namespace callboard::webhooks
