// What a permit takes and gives back after admission: slots, refunds, and the size of the response.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "throttle/local_ledger.h"
#include "unit/throttle/local_ledger_fixture.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr std::array kSizeOnly{
    Claim{.policy = Policy::analytics, .limit = {.drained = 100'000, .bucket = 100'000}}};
constexpr std::array kFailures{
    Claim{.policy = Policy::failed_authentication, .limit = {.drained = 20, .bucket = 40}}};

// Slots.

TEST_F(LocalLedgers, LetEightRequestsRunAtATime) {
    for (int left = 7; left >= 0; --left)
        expect_share(ask(kCustomerApi).concurrency, Policy::customer_api, 8, left);
    expect_refusal(ask(kCustomerApi), Policy::customer_api, Reason::concurrency, 1s);
    stopwatch.advance(100s);  // slots do not expire
    expect_refusal(ask(kCustomerApi), Policy::customer_api, Reason::concurrency, 1s);

    permits[3].release();

    EXPECT_FALSE(ask(kCustomerApi).refused);
    EXPECT_TRUE(ask(kCustomerApi).refused);
}

TEST_F(LocalLedgers, TakeASlotBackOnlyOnce) {
    for (int i = 0; i < 8; ++i) ASSERT_FALSE(ask(kCustomerApi).refused);

    for (int i = 0; i < 3; ++i) permits.front().release();

    EXPECT_FALSE(ask(kCustomerApi).refused);
    EXPECT_TRUE(ask(kCustomerApi).refused) << "one slot was given back, not three";
}

TEST_F(LocalLedgers, TakeTheSlotBackWhenAPermitDies) {
    for (int i = 0; i < 3; ++i) {
        const auto permit = std::make_unique<Permit>();
        ledger.admit(ada, kListCandidates, stopwatch.now(), *permit);
        EXPECT_FALSE(permit->refused) << i;
        EXPECT_TRUE(ask(kListCandidates).refused);
    }

    EXPECT_FALSE(ask(kListCandidates).refused);
}

TEST_F(LocalLedgers, TakeTheSlotBackWhenAPermitServesTheNextRequest) {
    Permit permit;
    for (int i = 0; i < 5; ++i) {
        ledger.admit(ada, kListCandidates, stopwatch.now(), permit);
        expect_share(permit.concurrency, Policy::candidate_list, 1, 0);
    }

    permit.reset();

    EXPECT_FALSE(permit.refused || permit.rate || permit.concurrency);
    expect_share(ask(kCustomerApi).concurrency, Policy::customer_api, 8, 7);
}

TEST_F(LocalLedgers, TakeNothingBackFromARefusedRequest) {
    ASSERT_FALSE(ask(kListCandidates).refused);
    Permit& refused = ask(kListCandidates);
    ASSERT_TRUE(refused.refused);

    refused.release();
    refused.reacquire();
    refused.release();
    refused.charge(1'000'000);
    refused.refund();

    expect_share(ask(kCustomerApi).rate, Policy::customer_api, 10, 8);
    EXPECT_TRUE(ask(kListCandidates).refused);
}

TEST_F(LocalLedgers, GiveASlotAgainToAResponseThatIsHeldUp) {
    Permit& held_up = ask(kListCandidates);
    held_up.release();

    held_up.reacquire();
    held_up.reacquire();

    expect_refusal(ask(kListCandidates), Policy::candidate_list, Reason::concurrency, 1s);
    held_up.release();
    EXPECT_FALSE(ask(kListCandidates).refused) << "it was taken once";
}

TEST_F(LocalLedgers, GiveASlotAgainEvenIfNoneIsFree) {
    Permit& held_up = ask(kListCandidates);
    held_up.release();
    Permit& next = ask(kListCandidates);
    ASSERT_FALSE(next.refused);

    held_up.reacquire();

    // Two run where one is allowed. The remaining number is never negative, and both must end before the
    // next.
    expect_share(ask(kListCandidates).concurrency, Policy::candidate_list, 1, 0);
    next.release();
    expect_share(ask(kListCandidates).concurrency, Policy::candidate_list, 1, 0);
    held_up.release();
    EXPECT_FALSE(ask(kListCandidates).refused);
}

TEST_F(LocalLedgers, TakeNoRequestWhenASlotIsTakenAgain) {
    Permit& permit = ask(kCustomerApi);
    permit.release();
    permit.reacquire();

    expect_share(ask(kCustomerApi).rate, Policy::customer_api, 10, 8);
}

TEST_F(LocalLedgers, ForgetARequestThatIsRefunded) {
    Permit& permit = ask(kPublish);
    ASSERT_FALSE(permit.refused);

    permit.refund();
    permit.refund();
    permit.release();
    permit.reacquire();  // refunded: it cannot be reacquired

    const Permit& next = ask(kPublish);
    expect_share(next.rate, Policy::publication, 2, 1);
    expect_share(next.concurrency, Policy::customer_api, 8, 7);
    expect_share(ask(kCustomerApi).rate, Policy::customer_api, 10, 8);
}

TEST_F(LocalLedgers, NeverRefuseWhoIsAlwaysRefunded) {
    for (int i = 0; i < 100; ++i) {
        Permit& permit = ask(kSignIn);
        ASSERT_FALSE(permit.refused) << i;
        permit.refund();
        stopwatch.advance(1ms);
    }

    EXPECT_EQ(admitted_of(6, kSignIn), 5);
}

TEST_F(LocalLedgers, RefundTheNewestAndLeaveTheOthersTheirTime) {
    ASSERT_EQ(admitted_of(1, kPublish), 1);
    stopwatch.advance(400ms);
    Permit& permit = ask(kPublish);
    permit.refund();

    stopwatch.advance(600ms - 1us);
    EXPECT_EQ(admitted_of(2, kPublish), 1);
    stopwatch.advance(1us);
    EXPECT_EQ(admitted_of(2, kPublish), 1);
}

TEST_F(LocalLedgers, TakeBackTheRequestThatIsRefundedAndNoOther) {
    Permit& early = ask(kSignIn);
    stopwatch.advance(59s);
    for (int i = 0; i < 4; ++i) ask(kSignIn);

    early.refund();

    stopwatch.advance(1s);
    EXPECT_EQ(admitted_of(3, kSignIn), 1) << "those of the last second still count";
}

TEST_F(LocalLedgers, TakeNothingBackForARequestThatCountsNoMore) {
    Permit& early = ask(kSignIn);
    stopwatch.advance(60s);
    for (int i = 0; i < 5; ++i) ask(kSignIn);

    early.refund();

    EXPECT_FALSE(admits(kSignIn));
}

// Sizes.

TEST_F(LocalLedgers, CloseTheEndpointForNineSecondsAfterAMegabyte) {
    send_megabyte(kAnalytics);

    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
    stopwatch.advance(1us);
    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
    stopwatch.advance(1s - 1us);
    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 8s);
    stopwatch.advance(8s - 1us);
    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 1s);
    stopwatch.advance(1us);
    EXPECT_FALSE(ask(kAnalytics).refused);
}

TEST_F(LocalLedgers, LetSmallAnswersThrough) {
    for (int i = 0; i < 100; ++i) {
        Permit& permit = ask(kSizeOnly);
        ASSERT_FALSE(permit.refused) << i;
        permit.charge(1'000);
    }

    Permit& at_limit = ask(kSizeOnly);
    EXPECT_FALSE(at_limit.refused) << "the bucket holds 100,000, and may";
    at_limit.charge(1);
    expect_refusal(ask(kSizeOnly), Policy::analytics, Reason::size, 1s);
    stopwatch.advance(10us);
    EXPECT_FALSE(ask(kSizeOnly).refused);
}

TEST_F(LocalLedgers, NeverRefuseWhoTakesNoMoreThanIsDrained) {
    for (int i = 0; i < 1'000; ++i) {
        Permit& permit = ask(kSizeOnly);
        ASSERT_FALSE(permit.refused) << i;
        permit.charge(50'000);
        stopwatch.advance(500ms);
    }
}

TEST_F(LocalLedgers, ChargeWhatGoesOutAfterTheSlotWasGivenBack) {
    Permit& permit = ask(kAnalytics);
    permit.release();
    permit.charge(500'000);
    permit.charge(500'000);
    permit.charge(0);
    permit.charge(-1'000'000);  // sent bytes cannot be undone

    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
}

TEST_F(LocalLedgers, KeepNoCreditForQuietTimes) {
    Permit& early = ask(kSizeOnly);
    stopwatch.advance(1h);
    early.charge(200'001);

    expect_refusal(ask(kSizeOnly), Policy::analytics, Reason::size, 2s);
}

TEST_F(LocalLedgers, CountFailuresInABucket) {
    // The next request is admitted while the bucket holds at most 40: the 41st is the last one.
    for (int i = 0; i < 41; ++i) {
        Permit& permit = ask(kFailures);
        ASSERT_FALSE(permit.refused) << i;
        permit.charge(1);
    }
    for (int i = 0; i < 3; ++i)
        expect_refusal(ask(kFailures), Policy::failed_authentication, Reason::size, 1s);

    stopwatch.advance(50ms);
    Permit& permit = ask(kFailures);
    EXPECT_FALSE(permit.refused);
    permit.charge(1);
    EXPECT_TRUE(ask(kFailures).refused);
}

TEST_F(LocalLedgers, NeverRefuseWhoWaitedAsLongAsItWasTold) {
    constexpr std::uint64_t kSeed = 20'240'611;
    SCOPED_TRACE(testing::Message() << "seed " << kSeed);
    std::mt19937_64 random{kSeed};
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        Permit permit;
        ledger.admit(ada, kAnalytics, stopwatch.now(), permit);
        if (permit.refused) {
            ++refused;
            ASSERT_EQ(permit.refused->reason, Reason::size);
            // One second less is not sufficient: the wait is exact.
            stopwatch.advance(permit.refused->retry_after - 1s);
            ledger.admit(ada, kAnalytics, stopwatch.now(), permit);
            ASSERT_TRUE(permit.refused) << i;
            ASSERT_EQ(permit.refused->retry_after, 1s) << i;
            stopwatch.advance(1s);
            ledger.admit(ada, kAnalytics, stopwatch.now(), permit);
            ASSERT_FALSE(permit.refused) << i;
        }
        const auto size = random() % (std::uint64_t{1} << random() % 24);
        for (auto left = size; left > 0;) {
            const auto piece = std::min<std::uint64_t>(left, 1 + random() % 100'000);
            permit.charge(static_cast<std::int64_t>(piece));
            left -= piece;
            stopwatch.advance(std::chrono::microseconds{random() % 1'000});
        }
        permit.release();
        stopwatch.advance(std::chrono::microseconds{100'000 + random() % 300'000});
    }
    EXPECT_GT(refused, 1'000);
}

TEST_F(LocalLedgers, RefuseALargeAnswerNoLessWhenTimeGoesBack) {
    send_megabyte(kAnalytics);

    const Permit& refused = ask_at(stopwatch.now() - 5s, kAnalytics, ada);

    expect_refusal(refused, Policy::analytics, Reason::size, 14s);
}

}  // namespace
}  // namespace callboard::throttle
