// Calls to a provider, within a time for each of them and one for all of them together.
#pragma once

#include <algorithm>
#include <chrono>
#include <expected>
#include <functional>
#include <string>

#include "webhooks/outgoing/sender.h"

namespace callboard::sso {

// Sends a request and waits for its result.
using Exchange = std::function<webhooks::OutgoingResult(webhooks::OutgoingRequest)>;

struct TimeLimits {
    std::chrono::milliseconds each{std::chrono::seconds{10}};
    std::chrono::milliseconds together{std::chrono::seconds{15}};
};

// The time that is left for the calls of one sign-on.
class TimeBudget {
  public:
    explicit TimeBudget(const TimeLimits& limits) : each_(limits.each), left_(limits.together) {}

    bool is_spent() const { return left_ <= std::chrono::milliseconds{0}; }
    std::chrono::milliseconds for_next_call() const { return std::min(each_, left_); }
    void spend(std::chrono::milliseconds took) { left_ -= took; }

  private:
    const std::chrono::milliseconds each_;
    std::chrono::milliseconds left_;
};

// Sets the time limit of the request. Without time left, nothing is sent.
webhooks::OutgoingResult call_provider(const Exchange& exchange, webhooks::OutgoingRequest request,
                                       TimeBudget& time);

// The body of a response with status 200; else the reason as a message.
std::expected<std::string, std::string> body_of(webhooks::OutgoingResult result);

}  // namespace callboard::sso
