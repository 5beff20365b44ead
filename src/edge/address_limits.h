// Limits per client address, for requests that need no credential or try one. Counted by each server
// separately.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/network.h"
#include "edge/throttle_meter.h"
#include "throttle/local_ledger.h"

namespace callboard::edge {

// An attempt to guess a password. It counts as failed until it is decided, so that concurrent attempts are
// limited as well; an attempt that stays undecided because of overload does not count.
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

    // The attempts of the last minute, including this one, from the same IPv4 address or IPv6 /48.
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

// What one client has: an IPv4 address, or an IPv6 /64. Some IPv6 customers get a /48.
IpAddress network_of(const IpAddress& client);

// Each call returns nothing if the request is admitted, or how long to wait.
class AddressLimits {
  public:
    using Wait = std::optional<std::chrono::seconds>;

    AddressLimits(throttle::LocalLedger& ledger, const throttle::Limits& limits, const Stopwatch& stopwatch,
                  ThrottleMeter& meter);

    // Takes effect at once; requests in progress keep what they were admitted with. By one thread at a time.
    void replace(const throttle::Limits& limits);

    // For the policies that are counted per address.
    Wait request(throttle::Policy policy, const IpAddress& client);
    Wait token_request(std::string_view client_id, const IpAddress& client);
    Wait failed_authentication(const IpAddress& client);

    // Applications for a posting, by its UUID: some from one network, and more from all of them together.
    // Empty: for postings that do not exist, some from one network.
    Wait application(std::string_view posting, const IpAddress& client);

    // Attempts to guess passwords, on any page: a few per minute for one account from one network, and
    // somewhat more for all accounts from that network or site. Never limited by account alone, because then
    // anybody could lock out its owner.
    Wait sign_in(std::string_view account, const IpAddress& client, SignInAttempt& attempt);

  private:
    Wait ask(throttle::Policy policy, const IpAddress& whom, std::string_view more, throttle::Permit& permit);

    throttle::LocalLedger& ledger_;
    const Stopwatch& stopwatch_;
    ThrottleMeter& meter_;
    using ClaimTable = std::array<throttle::Claim, throttle::kPolicyCount>;
    std::vector<std::unique_ptr<const ClaimTable>> tables_;  // all of them, because permits refer to them
    std::atomic<const ClaimTable*> claims_ = nullptr;
};

}  // namespace callboard::edge
