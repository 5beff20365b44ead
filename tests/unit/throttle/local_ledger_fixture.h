// A ledger of this process with a stop-watch that the test advances, and claims with the documented limits.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>

#include <gtest/gtest.h>

#include "support/manual_clock.h"
#include "throttle/ledger.h"
#include "throttle/local_ledger.h"
#include "throttle/policy.h"

namespace callboard::throttle {

using Micro = std::chrono::duration<std::uint32_t, std::micro>;

// The documented limits.
inline constexpr Claim kCustomer{.policy = Policy::customer_api, .limit = {.requests = 10, .concurrent = 8}};
inline constexpr Claim kPublication{.policy = Policy::publication, .limit = {.requests = 2}};
inline constexpr Claim kCandidates{.policy = Policy::candidate_list, .limit = {.concurrent = 1}};
constexpr Claim analytics(std::uint32_t operation) {
    return {.policy = Policy::analytics,
            .operation = operation,
            .limit = {.concurrent = 1, .drained = 100'000, .bucket = 100'000}};
}

// Claims must outlive the permits, so they are here and not in the tests.
inline constexpr std::array kCustomerApi{kCustomer};
inline constexpr std::array kPublish{kCustomer, kPublication};
inline constexpr std::array kListCandidates{kCustomer, kCandidates};
inline constexpr std::array kAnalytics{kCustomer, analytics(1)};
inline constexpr std::array kHundred{Claim{.policy = Policy::token_endpoint, .limit = {.requests = 100}}};
inline constexpr std::array kSignIn{
    Claim{.policy = Policy::sign_in_by_account, .limit = {.requests = 5, .period = Micro{60'000'000}}}};

// Pseudo-random, like digests.
inline Subject subject_number(std::uint64_t number) {
    std::uint64_t bits = (number + 1) * 0x9e37'79b9'7f4a'7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58'476d'1ce4'e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d0'49bb'1331'11eb;
    bits ^= bits >> 31;
    Subject subject;
    std::memcpy(subject.digest.data(), &bits, sizeof bits);
    return subject;
}

class LocalLedgers : public testing::Test {
  protected:
    // Requests admission at this time; an admitted request runs until the end of the test.
    Permit& ask(Claims claims, const Subject& subject) { return ask_at(stopwatch.now(), claims, subject); }
    Permit& ask(Claims claims) { return ask(claims, ada); }
    Permit& ask_at(Ledger::Instant now, Claims claims, const Subject& subject) {
        Permit& permit = permits.emplace_back();
        ledger.admit(subject, claims, now, permit);
        return permit;
    }
    // Requests admission and releases it immediately.
    bool admits_at(Ledger::Instant now, Claims claims) {
        Permit permit;
        ledger.admit(ada, claims, now, permit);
        return !permit.refused;
    }
    bool admits(Claims claims) { return admits_at(stopwatch.now(), claims); }
    int admitted_of(int requests, Claims claims) {
        int admitted = 0;
        for (int i = 0; i < requests; ++i) admitted += admits(claims) ? 1 : 0;
        return admitted;
    }
    void send_megabyte(Claims claims) {
        Permit permit;
        ledger.admit(ada, claims, stopwatch.now(), permit);
        ASSERT_FALSE(permit.refused);
        permit.charge(1'000'000);
    }

    const Subject ada = subject_number(1);
    const Subject bob = subject_number(2);
    test::ManualStopwatch stopwatch;
    LocalLedger ledger{stopwatch};
    std::deque<Permit> permits;  // destroyed before the ledger
};

inline void expect_share(const std::optional<Share>& share, Policy policy, int limit, int remaining) {
    ASSERT_TRUE(share);
    EXPECT_EQ(name_of(share->policy), name_of(policy));
    EXPECT_EQ(share->limit, limit);
    EXPECT_EQ(share->remaining, remaining);
}

inline void expect_refusal(const Permit& permit, Policy policy, Reason reason,
                           std::chrono::seconds retry_after) {
    ASSERT_TRUE(permit.refused);
    EXPECT_EQ(name_of(permit.refused->policy), name_of(policy));
    EXPECT_EQ(permit.refused->reason, reason);
    EXPECT_EQ(permit.refused->retry_after, retry_after);
}

}  // namespace callboard::throttle
