// How often an address may do what needs no credential, or what guesses one. Each server counts for itself.
#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/network.h"
#include "edge/throttle_meter.h"
#include "throttle/local_ledger.h"

namespace callboard::edge {

// A try to sign in. It counts as failed unless it is told that it succeeded.
class SignInAttempt {
  public:
    void succeeded() {
        by_network_.refund();
        by_account_.refund();
    }

  private:
    friend class AddressLimits;
    throttle::Permit by_network_;
    throttle::Permit by_account_;
};

// Each question is answered with nothing: go ahead; or with how long to wait.
class AddressLimits {
  public:
    using Wait = std::optional<std::chrono::seconds>;

    AddressLimits(throttle::LocalLedger& ledger, const throttle::Limits& limits, const Stopwatch& stopwatch,
                  ThrottleMeter& meter);

    Wait page(const IpAddress& client);
    Wait token_request(std::string_view client_id, const IpAddress& client);
    Wait failed_authentication(const IpAddress& client);

    // Guessing passwords: few times a minute for one account from one network, and not much more for all
    // accounts from it. Never for an account alone: whoever fails on purpose would lock its owner out.
    Wait sign_in(std::string_view account, const IpAddress& client, SignInAttempt& attempt);

  private:
    Wait ask(throttle::Policy policy, const IpAddress& client, std::string_view more,
             throttle::Permit& permit);

    throttle::LocalLedger& ledger_;
    const Stopwatch& stopwatch_;
    ThrottleMeter& meter_;
    std::array<throttle::Claim, throttle::kPolicyCount> claims_;
};

}  // namespace callboard::edge
