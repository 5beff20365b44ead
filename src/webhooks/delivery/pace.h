// How many notifications a subscriber is sent at the same time: more while it keeps up, fewer when it does
// not, and one at a time while it does not answer at all.
#pragma once

#include <cstddef>

namespace callboard::webhooks {

class Pace {
  public:
    static constexpr std::size_t kStart = 4;
    static constexpr std::size_t kMost = 32;
    static constexpr std::size_t kFailuresBeforeOpen = 5;

    // 202; 202 after a long time; another answer; 5xx; none
    enum class Answer { acknowledged, slow, refused, server_error, no_answer };

    // How many more may be sent now.
    std::size_t free_slots() const { return in_flight_ < cap() ? cap() - in_flight_ : 0; }
    std::size_t in_flight() const { return in_flight_; }

    // It has not answered several times in a row: until it does, one is sent at a time.
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
