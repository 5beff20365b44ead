// Memory: idle accounts are forgotten, busy ones are kept, and counts stay exact while the tables grow.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "throttle/local_ledger.h"
#include "unit/throttle/local_ledger_fixture.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

TEST_F(LocalLedgers, ForgetWhoIsIdle) {
    constexpr int kSubjects = 10'000;
    const std::size_t nothing = ledger.bytes();
    for (int i = 0; i < 64 * 8; ++i) {
        Permit permit;
        ledger.admit(subject_number(static_cast<std::uint64_t>(i)), kPublish, stopwatch.now(), permit);
    }
    stopwatch.advance(1s);
    ledger.forget_idle();
    const std::size_t smallest = ledger.bytes();

    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < kSubjects; ++i) {
            Permit permit;
            ledger.admit(subject_number(static_cast<std::uint64_t>(i)), kPublish, stopwatch.now(), permit);
            ASSERT_FALSE(permit.refused);
        }
        const std::size_t full = ledger.bytes();
        EXPECT_GE(full, std::size_t{kSubjects} * 2 * 64);
        EXPECT_LE(full, std::size_t{kSubjects} * 2 * 64 * 4);

        stopwatch.advance(1s - 1us);
        ledger.forget_idle();
        EXPECT_EQ(ledger.bytes(), full) << "all of them count for another microsecond";
        stopwatch.advance(1us);
        ledger.forget_idle();
        EXPECT_EQ(ledger.bytes(), smallest);
    }
    EXPECT_EQ(nothing, 0U);
    EXPECT_LE(smallest, std::size_t{64} * 16 * 64);
}

TEST_F(LocalLedgers, DoNotForgetWhoIsBusy) {
    // So few among so many idle ones that all tables are rebuilt.
    constexpr std::uint64_t kSubjects = 20'000;
    constexpr std::uint64_t kEvery = 100;
    for (std::uint64_t i = 0; i < kSubjects; ++i) {
        Permit permit;
        ledger.admit(subject_number(i), kPublish, stopwatch.now(), permit);
    }
    stopwatch.advance(500ms);
    // Each is in use for another reason: a slot, a request within the period, a bucket.
    std::deque<Permit> running;
    for (std::uint64_t i = 0; i < kSubjects; i += kEvery) {
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), running.emplace_back());
        Permit counted;
        ledger.admit(subject_number(i + 1), kPublish, stopwatch.now(), counted);
        Permit large;
        ledger.admit(subject_number(i + 2), kAnalytics, stopwatch.now(), large);
        large.charge(300'000);
        Permit of_many;
        for (int k = 0; k < 60; ++k) ledger.admit(subject_number(i + 3), kHundred, stopwatch.now(), of_many);
    }
    const std::size_t before = ledger.bytes();

    stopwatch.advance(500ms);
    ledger.forget_idle();

    ASSERT_LT(ledger.bytes(), before / 4);
    for (std::uint64_t i = 0; i < kSubjects; i += kEvery) {
        Permit second;
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), second);
        expect_refusal(second, Policy::candidate_list, Reason::concurrency, 1s);
        expect_share(second.rate, Policy::customer_api, 10, 9);
        Permit third;
        ledger.admit(subject_number(i + 1), kPublish, stopwatch.now(), third);
        expect_share(third.rate, Policy::publication, 2, 0);
        Permit after_large;
        ledger.admit(subject_number(i + 2), kAnalytics, stopwatch.now(), after_large);
        expect_refusal(after_large, Policy::analytics, Reason::size, 2s);
        Permit of_many;
        ledger.admit(subject_number(i + 3), kHundred, stopwatch.now(), of_many);
        expect_share(of_many.rate, Policy::token_endpoint, 100, 39);
    }
}

TEST_F(LocalLedgers, TakeSlotsBackAfterTheTableWasBuiltAnew) {
    constexpr std::uint64_t kHolders = 500;
    std::deque<Permit> running;
    for (std::uint64_t i = 0; i < kHolders; ++i)
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), running.emplace_back());
    // The table grows and then shrinks: the position stored in a permit becomes wrong twice.
    for (std::uint64_t i = kHolders; i < 30'000; ++i) {
        Permit permit;
        ledger.admit(subject_number(i), kCustomerApi, stopwatch.now(), permit);
    }
    const std::size_t grown = ledger.bytes();
    for (std::uint64_t i = 0; i < kHolders; i += 2) running[i].release();
    stopwatch.advance(1h);
    ledger.forget_idle();
    ASSERT_LT(ledger.bytes(), grown / 4);

    for (std::uint64_t i = 1; i < kHolders; i += 4) running[i].release();

    for (std::uint64_t i = 0; i < kHolders; ++i) {
        const bool still_runs = i % 4 == 3;
        Permit next;
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), next);
        EXPECT_EQ(next.refused.has_value(), still_runs) << i;
        expect_share(next.rate, Policy::customer_api, 10, still_runs ? 10 : 9);
        next.release();
        Permit other;
        ledger.admit(subject_number(i), kCustomerApi, stopwatch.now(), other);
        expect_share(other.concurrency, Policy::customer_api, 8, still_runs ? 6 : 7);
    }
}

TEST_F(LocalLedgers, ChargeAndRefundAndRetakeWhoWasForgotten) {
    Permit& large = ask(kAnalytics, subject_number(0));
    Permit& refunded = ask(kCustomerApi, subject_number(1));
    Permit& held_up = ask(kListCandidates, subject_number(2));
    for (Permit* each : {&large, &refunded, &held_up}) each->release();
    for (std::uint64_t i = 10; i < 10'000; ++i) {
        Permit permit;
        ledger.admit(subject_number(i), kCustomerApi, stopwatch.now(), permit);
    }
    stopwatch.advance(1h);
    ledger.forget_idle();

    large.charge(1'000'000);
    refunded.refund();
    held_up.reacquire();

    expect_refusal(ask(kAnalytics, subject_number(0)), Policy::analytics, Reason::size, 9s);
    expect_share(ask(kCustomerApi, subject_number(1)).rate, Policy::customer_api, 10, 9);
    EXPECT_TRUE(ask(kListCandidates, subject_number(2)).refused);
    held_up.release();
    EXPECT_FALSE(ask(kListCandidates, subject_number(2)).refused);
}

TEST_F(LocalLedgers, UseTheRingsOfTheForgottenAgain) {
    constexpr std::uint64_t kSubjects = 3'000;
    for (std::uint64_t round = 0; round < 4; ++round) {
        // Different subjects each time: they get rings that contain old stamps.
        for (int k = 0; k < 102; ++k) {
            for (std::uint64_t i = 0; i < kSubjects; i += k < 60 ? 1 : 10) {
                Permit permit;
                ledger.admit(subject_number(round * kSubjects + i), kHundred, stopwatch.now(), permit);
                ASSERT_EQ(permit.refused.has_value(), k >= 100) << round << ' ' << i << ' ' << k;
            }
        }
        stopwatch.advance(1s + std::chrono::microseconds{round * 1'000});
        ledger.forget_idle();
    }
}

TEST_F(LocalLedgers, KeepExactCountsOfManyWhileTheyGrow) {
    constexpr std::uint64_t kSubjects = 200'000;
    for (int request = 0; request < 3; ++request) {
        for (std::uint64_t i = 0; i < kSubjects; ++i) {
            Permit permit;
            ledger.admit(subject_number(i), kPublish, stopwatch.now(), permit);
            if (request < 2) {
                ASSERT_FALSE(permit.refused) << i;
                ASSERT_EQ(permit.rate->remaining, 1 - request) << i;
            } else {
                ASSERT_TRUE(permit.refused) << i;
            }
            // And again a subject from when the table was smaller.
            if (request == 0 && i % 20 == 1) {
                ledger.admit(subject_number(i / 2), kCustomerApi, stopwatch.now(), permit);
                ASSERT_EQ(permit.rate->remaining, 8) << i;
            }
        }
    }
    EXPECT_LE(ledger.bytes(), kSubjects * 2 * 64 * 4);

    stopwatch.advance(1s);
    ledger.forget_idle();
    EXPECT_LE(ledger.bytes(), std::size_t{64} * 16 * 64);
}

TEST_F(LocalLedgers, HoldTheSlotsOfManyWhileTheyGrow) {
    constexpr std::uint64_t kSubjects = 50'000;
    std::vector<Permit> running(kSubjects);
    for (std::uint64_t i = 0; i < kSubjects; ++i) {
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), running[i]);
        ASSERT_FALSE(running[i].refused) << i;
        stopwatch.advance(100us);  // five seconds in total: finally only the slots count
    }

    for (std::uint64_t i = 0; i < kSubjects; ++i) {
        Permit second;
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), second);
        ASSERT_TRUE(second.refused) << i;
        running[i].release();
        ledger.admit(subject_number(i), kListCandidates, stopwatch.now(), second);
        ASSERT_FALSE(second.refused) << i;
        ASSERT_EQ(second.concurrency->remaining, 0) << i;
    }
}

TEST_F(LocalLedgers, CountTheMemoryOfLongRingsAndGiveItBack) {
    for (std::uint64_t i = 0; i < 10'000; ++i) ask(kHundred, subject_number(i));
    EXPECT_GT(ledger.bytes(), std::size_t{10'000} * 100 * 4);

    stopwatch.advance(1s);
    ledger.forget_idle();

    EXPECT_LE(ledger.bytes(), std::size_t{64} * 16 * 64);
}

}  // namespace
}  // namespace callboard::throttle
