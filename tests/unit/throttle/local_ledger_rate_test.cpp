// Requests in a period: counted exactly, also when the clock goes back or the stamps wrap around.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>

#include <gtest/gtest.h>

#include "throttle/local_ledger.h"
#include "unit/throttle/local_ledger_fixture.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;
using Instant = Ledger::Instant;

constexpr std::array kUnlimited{Claim{.policy = Policy::customer_api, .limit = {}}};

// Requests in a period.

TEST_F(LocalLedgers, LetTenRequestsThroughInASecond) {
    EXPECT_EQ(admitted_of(10, kCustomerApi), 10);

    expect_refusal(ask(kCustomerApi), Policy::customer_api, Reason::rate, 1s);
}

TEST_F(LocalLedgers, CountDownWhatIsLeft) {
    for (int left = 9; left >= 0; --left) {
        Permit permit;
        ledger.admit(ada, kCustomerApi, stopwatch.now(), permit);
        expect_share(permit.rate, Policy::customer_api, 10, left);
        expect_share(permit.concurrency, Policy::customer_api, 8, 7);
    }

    const Permit& refused = ask(kCustomerApi);
    expect_share(refused.rate, Policy::customer_api, 10, 0);
    expect_share(refused.concurrency, Policy::customer_api, 8, 8);
}

TEST_F(LocalLedgers, GiveAUnitBackExactlyOnePeriodLater) {
    ASSERT_EQ(admitted_of(10, kCustomerApi), 10);

    stopwatch.advance(1s - 1us);
    EXPECT_EQ(admitted_of(1, kCustomerApi), 0);
    stopwatch.advance(1us);
    EXPECT_EQ(admitted_of(11, kCustomerApi), 10);
}

TEST_F(LocalLedgers, GiveEachUnitBackAtItsOwnTime) {
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(admits(kCustomerApi));
        stopwatch.advance(50ms);
    }

    // Half a second later the first is available again, then one every 50 ms, permanently.
    stopwatch.advance(500ms - 1us);
    for (int i = 0; i < 35; ++i) {
        EXPECT_FALSE(admits(kCustomerApi)) << i;
        stopwatch.advance(1us);
        EXPECT_TRUE(admits(kCustomerApi)) << i;
        EXPECT_FALSE(admits(kCustomerApi)) << i;
        stopwatch.advance(i % 10 == 9 ? 550ms - 1us : 50ms - 1us);
    }
}

TEST_F(LocalLedgers, NeverRefuseWhoKeepsToTheLimit) {
    for (int i = 0; i < 1'000; ++i) {
        ASSERT_TRUE(admits(kCustomerApi)) << i;
        stopwatch.advance(100ms);
    }
}

TEST_F(LocalLedgers, DoNotCountWhatTheyRefused) {
    ASSERT_EQ(admitted_of(10, kCustomerApi), 10);
    for (int i = 0; i < 99; ++i) {
        stopwatch.advance(10ms);
        ASSERT_FALSE(admits(kCustomerApi));
    }

    stopwatch.advance(10ms);

    EXPECT_EQ(admitted_of(11, kCustomerApi), 10);
}

TEST_F(LocalLedgers, KeepLimitsThatDoNotFitInsideAnAccount) {
    for (int second = 0; second < 3; ++second) {
        EXPECT_EQ(admitted_of(99, kHundred), 99);
        stopwatch.advance(1us);
        EXPECT_EQ(admitted_of(2, kHundred), 1);

        // The later request becomes available later.
        stopwatch.advance(1s - 2us);
        EXPECT_EQ(admitted_of(1, kHundred), 0);
        stopwatch.advance(1us);
        EXPECT_EQ(admitted_of(100, kHundred), 99);
        stopwatch.advance(1us);
        EXPECT_EQ(admitted_of(2, kHundred), 1);
        stopwatch.advance(1s);
    }
}

TEST_F(LocalLedgers, KeepLongPeriods) {
    ASSERT_EQ(admitted_of(4, kSignIn), 4);
    stopwatch.advance(20s + 1us);
    ASSERT_EQ(admitted_of(1, kSignIn), 1);

    expect_refusal(ask(kSignIn), Policy::sign_in_by_account, Reason::rate, 40s);
    stopwatch.advance(40s - 2us);
    expect_refusal(ask(kSignIn), Policy::sign_in_by_account, Reason::rate, 1s);
    stopwatch.advance(1us);
    EXPECT_EQ(admitted_of(5, kSignIn), 4);
}

TEST_F(LocalLedgers, TellHowLongToWaitForTheOldestRequest) {
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(admits(kSignIn));
        stopwatch.advance(7s);
    }

    for (int i = 0; i < 20; ++i) {
        const Permit& refused = ask(kSignIn);
        ASSERT_TRUE(refused.refused);
        stopwatch.advance(refused.refused->retry_after - 1s);
        EXPECT_FALSE(admits(kSignIn)) << "the whole wait is needed";
        stopwatch.advance(1s);
        EXPECT_TRUE(admits(kSignIn)) << "and is enough";
    }
}

TEST_F(LocalLedgers, HaveNoLimitWhereItIsZero) {
    for (int i = 0; i < 1'000; ++i) {
        const Permit& permit = ask(kUnlimited);
        ASSERT_FALSE(permit.refused);
        EXPECT_FALSE(permit.rate);
        EXPECT_FALSE(permit.concurrency);
    }
}

TEST_F(LocalLedgers, AdmitWhatComesUnderNoPolicy) {
    Permit& permit = ask({});

    EXPECT_FALSE(permit.refused);
    permit.release();
    permit.reacquire();
    permit.charge(1);
    permit.refund();
}

TEST_F(LocalLedgers, DoNotLetOneSubjectSpendWhatAnotherHas) {
    ASSERT_EQ(admitted_of(11, kCustomerApi), 10);
    for (int i = 0; i < 8; ++i) ASSERT_FALSE(ask(kCustomerApi, bob).refused);

    expect_refusal(ask(kCustomerApi, bob), Policy::customer_api, Reason::concurrency, 1s);
    expect_refusal(ask(kCustomerApi, ada), Policy::customer_api, Reason::rate, 1s);
    stopwatch.advance(1s);
    EXPECT_EQ(admitted_of(11, kCustomerApi), 10) << "bob's slots are not ada's";
}

TEST_F(LocalLedgers, AnswerAtOnce) {
    Permit permit;
    Ledger& any = ledger;

    EXPECT_TRUE(
        any.admit(ada, kCustomerApi, stopwatch.now(), permit, [] { FAIL() << "nobody waits for it"; }));

    expect_share(permit.rate, Policy::customer_api, 10, 9);
    EXPECT_TRUE(any.healthy());
}

TEST_F(LocalLedgers, MayPrefetchASubject) {
    ledger.prefetch(ada, kPublish);  // there is no table yet

    EXPECT_EQ(admitted_of(3, kPublish), 2);
    ledger.prefetch(ada, kPublish);
    EXPECT_FALSE(admits(kPublish));
}

// Time.

TEST_F(LocalLedgers, AdmitNoMoreWhenTimeGoesBack) {
    const Instant now = stopwatch.now();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(admits_at(now, kCustomerApi));

    for (const auto back : {std::chrono::microseconds{1}, std::chrono::microseconds{1s},
                            std::chrono::microseconds{10s}, std::chrono::microseconds{900s}}) {
        const Permit& refused = ask_at(now - back, kCustomerApi, ada);
        expect_refusal(refused, Policy::customer_api, Reason::rate, 1s);
    }

    EXPECT_FALSE(admits_at(now + 1s - 1us, kCustomerApi));
    EXPECT_TRUE(admits_at(now + 1s, kCustomerApi));
}

TEST_F(LocalLedgers, CountARequestFromThePastAsOneOfNow) {
    const Instant now = stopwatch.now();
    ASSERT_TRUE(admits_at(now, kCustomerApi));
    for (int i = 1; i < 10; ++i) ASSERT_TRUE(admits_at(now - i * 100ms, kCustomerApi));

    EXPECT_FALSE(admits_at(now + 1s - 1us, kCustomerApi));
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(admits_at(now + 1s, kCustomerApi)) << i;
    EXPECT_FALSE(admits_at(now + 1s, kCustomerApi));
}

TEST_F(LocalLedgers, KeepTheLimitWhileTimeJumpsToAndFro) {
    constexpr std::uint64_t kSeed = 20'240'612;
    SCOPED_TRACE(testing::Message() << "seed " << kSeed);
    std::mt19937_64 random{kSeed};
    for (const Claims claims : {Claims{kCustomerApi}, Claims{kHundred}}) {
        const std::size_t limit = claims.front().limit.requests;
        // A request counts from its own time, but never from before the newest one.
        Instant latest = stopwatch.now();
        std::deque<Instant> accepted;
        for (int i = 0; i < 50'000; ++i) {
            if (random() % 4 == 0) latest += std::chrono::microseconds{random() % (2'000'000 / limit)};
            const auto back = std::chrono::microseconds{random() % 2 == 0 ? random() % 3'000'000 : 0};
            const Instant counts_from =
                accepted.empty() ? latest - back : std::max(latest - back, accepted.back());
            while (!accepted.empty() && accepted.front() + 1s <= counts_from) accepted.pop_front();
            const bool room = accepted.size() < limit;
            ASSERT_EQ(admits_at(latest - back, claims), room) << i;
            if (room) accepted.push_back(counts_from);
        }
    }
}

TEST_F(LocalLedgers, AreNotConfusedByStampsThatLookNewAgain) {
    // A stamp has 32 bits of microseconds: after 71 minutes, 35 seconds it wraps around and looks new.
    constexpr std::chrono::microseconds kWrapAround{std::int64_t{1} << 32};
    // A used slot keeps the account with its old stamps.
    Permit& running = ask(kCustomerApi);
    ASSERT_FALSE(running.refused);
    ASSERT_EQ(admitted_of(10, kCustomerApi), 9);

    for (const auto idle :
         {kWrapAround, kWrapAround - 1us, kWrapAround + 1us, kWrapAround + 500ms, kWrapAround - 500ms,
          kWrapAround / 2, 3 * kWrapAround + 999ms, std::chrono::microseconds{1h},
          std::chrono::microseconds{5h}, std::chrono::microseconds{240h}}) {
        stopwatch.advance(idle);
        ledger.forget_idle();
        ASSERT_EQ(admitted_of(11, kCustomerApi), 10) << idle;
    }
}

TEST_F(LocalLedgers, KeepThePeriodWhenTheStampsTurnOver) {
    constexpr std::int64_t kWrapAround = std::int64_t{1} << 32;
    for (const Claims claims : {Claims{kCustomerApi}, Claims{kHundred}}) {
        const int limit = claims.front().limit.requests;
        for (int i = 1; i <= 3; ++i) {
            // The first half before the wrap-around, the second after it.
            const Instant wrap_around{std::chrono::microseconds{(1'000 + i) * kWrapAround}};
            for (int k = 0; k < limit / 2; ++k) ASSERT_TRUE(admits_at(wrap_around - 1us, claims));
            for (int k = limit / 2; k < limit; ++k) ASSERT_TRUE(admits_at(wrap_around, claims));
            EXPECT_FALSE(admits_at(wrap_around, claims));

            EXPECT_FALSE(admits_at(wrap_around + 1s - 2us, claims));
            for (int k = 0; k < limit / 2; ++k) EXPECT_TRUE(admits_at(wrap_around + 1s - 1us, claims));
            EXPECT_FALSE(admits_at(wrap_around + 1s - 1us, claims));
            for (int k = limit / 2; k < limit; ++k) EXPECT_TRUE(admits_at(wrap_around + 1s, claims));
            EXPECT_FALSE(admits_at(wrap_around + 1s, claims));
        }
    }
}

TEST_F(LocalLedgers, AreExactAfterHoursOfIdleTime) {
    constexpr std::uint64_t kSeed = 20'240'613;
    SCOPED_TRACE(testing::Message() << "seed " << kSeed);
    std::mt19937_64 random{kSeed};
    for (int i = 0; i < 2'000; ++i) {
        ASSERT_EQ(admitted_of(3, kPublish), 2) << i;
        stopwatch.advance(1s - 1us);
        ASSERT_EQ(admitted_of(1, kPublish), 0) << i;
        stopwatch.advance(1us + std::chrono::microseconds{random() % (std::uint64_t{1} << random() % 36)});
    }
}

}  // namespace
}  // namespace callboard::throttle
