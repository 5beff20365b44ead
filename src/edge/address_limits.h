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

// A guess at a password. While it is not decided it counts as failed, so that many at once are limited like
// one after the other; one that goes undecided, because the server has too much to do, does not count.
class SignInAttempt {
  public:
    SignInAttempt() = default;
    SignInAttempt(const SignInAttempt&) = delete;
    SignInAttempt& operator=(const SignInAttempt&) = delete;
    ~SignInAttempt() {
        if (!failed_) refund();
    }

    void failed() { failed_ = true; }
    void succeeded() { refund(); }

    // So many of the last minute, this one among them, came from there: an IPv4 address, or a /48 of IPv6.
    int count() const { return count_; }

  private:
    friend class AddressLimits;
    void refund() {
        by_account_.refund();
        by_network_.refund();
        by_site_.refund();
    }

    throttle::Permit by_account_;
    throttle::Permit by_network_;
    throttle::Permit by_site_;
    int count_ = 0;
    bool failed_ = false;
};

// Each question is answered with nothing: go ahead; or with how long to wait.
class AddressLimits {
  public:
    using Wait = std::optional<std::chrono::seconds>;

    AddressLimits(throttle::LocalLedger& ledger, const throttle::Limits& limits, const Stopwatch& stopwatch,
                  ThrottleMeter& meter);

    // For the policies that count each address for itself.
    Wait request(throttle::Policy policy, const IpAddress& client);
    Wait token_request(std::string_view client_id, const IpAddress& client);
    Wait failed_authentication(const IpAddress& client);

    // Guessing passwords, on whatever page: few times a minute for one account from one network, and not much
    // more for all accounts from it, or from all networks of one site. Never for an account alone: whoever
    // fails on purpose would lock its owner out.
    Wait sign_in(std::string_view account, const IpAddress& client, SignInAttempt& attempt);

  private:
    Wait ask(throttle::Policy policy, const IpAddress& whom, std::string_view more, throttle::Permit& permit);

    throttle::LocalLedger& ledger_;
    const Stopwatch& stopwatch_;
    ThrottleMeter& meter_;
    std::array<throttle::Claim, throttle::kPolicyCount> claims_;
};

}  // namespace callboard::edge
