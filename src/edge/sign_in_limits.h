// Guessing passwords: few times a minute for one account from one network, and not much more for all accounts
// from it. Never for an account alone: whoever fails on purpose would lock its owner out.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/network.h"
#include "throttle/failure_limit.h"

namespace callboard::edge {

class SignInLimits {
  public:
    explicit SignInLimits(const Stopwatch& stopwatch)
        : by_account_(5, std::chrono::minutes{1}, stopwatch),
          by_network_(30, std::chrono::minutes{1}, stopwatch) {}

    // Nothing: go ahead, and tell if it succeeded. Otherwise how long to wait.
    std::optional<std::chrono::seconds> begin(std::string_view account, const IpAddress& client) {
        if (const auto wait = by_network_.begin(network(client))) return wait;
        const auto wait = by_account_.begin(key(account, client));
        if (wait) by_network_.succeeded(network(client));  // refused attempts do not count
        return wait;
    }
    void succeeded(std::string_view account, const IpAddress& client) {
        by_network_.succeeded(network(client));
        by_account_.succeeded(key(account, client));
    }

  private:
    // One household or one company has a whole /64 of IPv6.
    static std::string network(const IpAddress& client) {
        return client.is_v4() ? client.text() : client.masked(64).text();
    }
    static std::string key(std::string_view account, const IpAddress& client) {
        return network(client) + " " + std::string{account};
    }

    throttle::FailureLimit by_account_;
    throttle::FailureLimit by_network_;
};

}  // namespace callboard::edge
