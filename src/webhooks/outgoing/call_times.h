#pragma once

#include <chrono>

namespace callboard::webhooks {

// The parts of an exchange, one after the other. Zero: the part was not reached, or not needed, as with a
// connection that was kept. The part in which an exchange failed lasts until then.
struct CallTimes {
    std::chrono::microseconds name{};  // resolving the host name
    std::chrono::microseconds connect{};
    std::chrono::microseconds tls{};
    std::chrono::microseconds wait{};  // until the first byte of the response

    bool operator==(const CallTimes&) const = default;
};

}  // namespace callboard::webhooks
