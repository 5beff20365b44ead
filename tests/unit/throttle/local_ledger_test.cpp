#include "throttle/local_ledger.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;
using Instant = Ledger::Instant;
using Micro = std::chrono::duration<std::uint32_t, std::micro>;

// The documented limits.
constexpr Claim kCustomer{.policy = Policy::customer_api, .limit = {.requests = 10, .concurrent = 8}};
constexpr Claim kPublication{.policy = Policy::publication, .limit = {.requests = 2}};
constexpr Claim kCandidates{.policy = Policy::candidate_list, .limit = {.concurrent = 1}};
constexpr Claim analytics(std::uint32_t operation) {
    return {.policy = Policy::analytics,
            .operation = operation,
            .limit = {.concurrent = 1, .drained = 100'000, .bucket = 100'000}};
}

// Claims must outlive the permits, so they are here and not in the tests.
constexpr std::array kCustomerApi{kCustomer};
constexpr std::array kPublish{kCustomer, kPublication};
constexpr std::array kListCandidates{kCustomer, kCandidates};
constexpr std::array kAnalytics{kCustomer, analytics(1)};
constexpr std::array kOtherAnalytics{kCustomer, analytics(2)};
constexpr std::array kSizeOnly{
    Claim{.policy = Policy::analytics, .limit = {.drained = 100'000, .bucket = 100'000}}};
constexpr std::array kHundred{Claim{.policy = Policy::token_endpoint, .limit = {.requests = 100}}};
constexpr std::array kSignIn{
    Claim{.policy = Policy::sign_in_by_account, .limit = {.requests = 5, .period = Micro{60'000'000}}}};
constexpr std::array kUnlimited{Claim{.policy = Policy::customer_api, .limit = {}}};
constexpr std::array kFailures{
    Claim{.policy = Policy::failed_authentication, .limit = {.drained = 20, .bucket = 40}}};

// Pseudo-random, like digests.
Subject subject_number(std::uint64_t number) {
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
    Permit& ask_at(Instant now, Claims claims, const Subject& subject) {
        Permit& permit = permits.emplace_back();
        ledger.admit(subject, claims, now, permit);
        return permit;
    }
    // Requests admission and releases it immediately.
    bool admits_at(Instant now, Claims claims) {
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

void expect_share(const std::optional<Share>& share, Policy policy, int limit, int remaining) {
    ASSERT_TRUE(share);
    EXPECT_EQ(name_of(share->policy), name_of(policy));
    EXPECT_EQ(share->limit, limit);
    EXPECT_EQ(share->remaining, remaining);
}

void expect_refusal(const Permit& permit, Policy policy, Reason reason, std::chrono::seconds retry_after) {
    ASSERT_TRUE(permit.refused);
    EXPECT_EQ(name_of(permit.refused->policy), name_of(policy));
    EXPECT_EQ(permit.refused->reason, reason);
    EXPECT_EQ(permit.refused->retry_after, retry_after);
}

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

// Several policies.

TEST_F(LocalLedgers, CountAPublicationAsARequestToo) {
    EXPECT_EQ(admitted_of(3, kPublish), 2);

    EXPECT_EQ(admitted_of(9, kCustomerApi), 8);
}

TEST_F(LocalLedgers, ChargeNothingForAPublicationThatIsRefused) {
    ASSERT_EQ(admitted_of(2, kPublish), 2);

    for (int i = 0; i < 20; ++i) expect_refusal(ask(kPublish), Policy::publication, Reason::rate, 1s);

    const Permit& next = ask(kCustomerApi);
    expect_share(next.rate, Policy::customer_api, 10, 7);
    expect_share(next.concurrency, Policy::customer_api, 8, 7);
}

TEST_F(LocalLedgers, ChargeNoPublicationWhenTheCustomerIsRefused) {
    ASSERT_EQ(admitted_of(10, kCustomerApi), 10);
    for (int i = 0; i < 20; ++i) expect_refusal(ask(kPublish), Policy::customer_api, Reason::rate, 1s);

    stopwatch.advance(1s);

    expect_share(ask(kPublish).rate, Policy::publication, 2, 1);
}

TEST_F(LocalLedgers, TakeNoSlotWhenTheRateIsUsedUp) {
    ASSERT_EQ(admitted_of(10, kCustomerApi), 10);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(ask(kListCandidates).refused);

    stopwatch.advance(1s);

    EXPECT_FALSE(ask(kListCandidates).refused);
    for (int i = 0; i < 7; ++i) EXPECT_FALSE(ask(kCustomerApi).refused) << i;
}

TEST_F(LocalLedgers, SpendNoRequestWhenNoSlotIsFree) {
    ASSERT_FALSE(ask(kListCandidates).refused);
    for (int i = 0; i < 20; ++i)
        expect_refusal(ask(kListCandidates), Policy::candidate_list, Reason::concurrency, 1s);

    const Permit& next = ask(kCustomerApi);
    expect_share(next.rate, Policy::customer_api, 10, 8);
    expect_share(next.concurrency, Policy::customer_api, 8, 6);
}

TEST_F(LocalLedgers, TakeNoSlotOfTheOthersWhenOneHasNoneLeft) {
    for (int i = 0; i < 8; ++i) ASSERT_FALSE(ask(kCustomerApi).refused);
    for (int i = 0; i < 3; ++i)
        expect_refusal(ask(kListCandidates), Policy::customer_api, Reason::concurrency, 1s);

    permits.front().release();

    EXPECT_FALSE(ask(kListCandidates).refused);
}

TEST_F(LocalLedgers, ChargeNothingWhenTheBucketIsTooFull) {
    send_megabyte(kAnalytics);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(ask(kAnalytics).refused);

    const Permit& next = ask(kCustomerApi);
    expect_share(next.rate, Policy::customer_api, 10, 8);
    expect_share(next.concurrency, Policy::customer_api, 8, 7);
}

TEST_F(LocalLedgers, ShowThePolicyWithTheFewestLeft) {
    expect_share(ask(kPublish, bob).rate, Policy::publication, 2, 1);
    ASSERT_EQ(admitted_of(9, kCustomerApi), 9);

    const Permit& permit = ask(kPublish);

    expect_share(permit.rate, Policy::customer_api, 10, 0);
    expect_share(permit.concurrency, Policy::customer_api, 8, 7);
}

TEST_F(LocalLedgers, ShowTheMoreSpecialOfTwoWithAsManyLeft) {
    ASSERT_EQ(admitted_of(8, kCustomerApi), 8);
    expect_share(ask(kPublish).rate, Policy::publication, 2, 1);  // 1 of 10, 1 of 2
    expect_share(ask(kPublish).rate, Policy::publication, 2, 0);  // 0 of 10, 0 of 2

    // Both are exceeded: the more specific one is reported.
    const Permit& refused = ask(kPublish);
    expect_refusal(refused, Policy::publication, Reason::rate, 1s);
    expect_share(refused.rate, Policy::publication, 2, 0);
}

TEST_F(LocalLedgers, ShowTheViolatedPolicy) {
    ASSERT_EQ(admitted_of(10, kCustomerApi), 10);
    const Permit& by_customer = ask(kPublish);
    expect_share(by_customer.rate, Policy::customer_api, 10, 0);
    expect_share(by_customer.concurrency, Policy::customer_api, 8, 8);

    stopwatch.advance(1s);
    ASSERT_EQ(admitted_of(2, kPublish), 2);
    const Permit& by_publication = ask(kPublish);
    expect_share(by_publication.rate, Policy::publication, 2, 0);
    expect_share(by_publication.concurrency, Policy::customer_api, 8, 8);
}

TEST_F(LocalLedgers, ShowThePairsOfTheTruthTable) {
    const Permit& list = ask(kListCandidates);
    expect_share(list.rate, Policy::customer_api, 10, 9);
    expect_share(list.concurrency, Policy::candidate_list, 1, 0);

    const Permit& second_list = ask(kListCandidates);
    expect_refusal(second_list, Policy::candidate_list, Reason::concurrency, 1s);
    expect_share(second_list.rate, Policy::customer_api, 10, 9);
    expect_share(second_list.concurrency, Policy::candidate_list, 1, 0);

    for (int i = 0; i < 7; ++i) ASSERT_FALSE(ask(kCustomerApi).refused);
    const Permit& ninth = ask(kCustomerApi);
    expect_refusal(ninth, Policy::customer_api, Reason::concurrency, 1s);
    expect_share(ninth.rate, Policy::customer_api, 10, 2);
    expect_share(ninth.concurrency, Policy::customer_api, 8, 0);

    for (Permit& each : permits) each.release();
    send_megabyte(kAnalytics);
    const Permit& large = ask(kAnalytics);
    expect_refusal(large, Policy::analytics, Reason::size, 9s);
    expect_share(large.rate, Policy::customer_api, 10, 1);
    expect_share(large.concurrency, Policy::analytics, 1, 1);
}

TEST_F(LocalLedgers, KeepABudgetForEachOperation) {
    const Permit& first = ask(kAnalytics);
    const Permit& other = ask(kOtherAnalytics);

    EXPECT_FALSE(first.refused);
    EXPECT_FALSE(other.refused);
    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::concurrency, 1s);
    expect_refusal(ask(kOtherAnalytics), Policy::analytics, Reason::concurrency, 1s);

    permits[0].charge(1'000'000);
    for (Permit& each : permits) each.release();
    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
    EXPECT_FALSE(ask(kOtherAnalytics).refused) << "its bucket is empty";
}

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

TEST_F(LocalLedgers, RefuseALargeAnswerNoLessWhenTimeGoesBack) {
    send_megabyte(kAnalytics);

    const Permit& refused = ask_at(stopwatch.now() - 5s, kAnalytics, ada);

    expect_refusal(refused, Policy::analytics, Reason::size, 14s);
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

// Memory.

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

TEST_F(LocalLedgers, TellTheLongestOfSeveralWaits) {
    Permit& running = ask(kAnalytics);
    running.charge(1'000'000);

    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
}

TEST_F(LocalLedgers, CountTheMemoryOfLongRingsAndGiveItBack) {
    for (std::uint64_t i = 0; i < 10'000; ++i) ask(kHundred, subject_number(i));
    EXPECT_GT(ledger.bytes(), std::size_t{10'000} * 100 * 4);

    stopwatch.advance(1s);
    ledger.forget_idle();

    EXPECT_LE(ledger.bytes(), std::size_t{64} * 16 * 64);
}

// Limits that an operator changes.

constexpr std::array kFive{Claim{.policy = Policy::customer_api, .limit = {.requests = 5, .concurrent = 8}}};
constexpr std::array kTwenty{
    Claim{.policy = Policy::customer_api, .limit = {.requests = 20, .concurrent = 8}}};
constexpr std::array kForty{
    Claim{.policy = Policy::customer_api, .limit = {.requests = 40, .concurrent = 3}}};
constexpr std::array kNoRate{Claim{.policy = Policy::customer_api, .limit = {.concurrent = 8}}};

TEST_F(LocalLedgers, CountWhatWasAdmittedBeforeALimitWasRaised) {
    EXPECT_EQ(admitted_of(7, kCustomerApi), 7);

    EXPECT_EQ(admitted_of(100, kTwenty), 13);
    EXPECT_EQ(admitted_of(100, kForty), 20);
    stopwatch.advance(1s);
    EXPECT_EQ(admitted_of(100, kForty), 40);
}

TEST_F(LocalLedgers, AdmitNothingMoreUntilALoweredLimitAllowsIt) {
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(admits(kCustomerApi));
        stopwatch.advance(10ms);
    }
    EXPECT_EQ(admitted_of(10, kFive), 0);
    stopwatch.advance(940ms);  // the sixth, which is the oldest that the lower limit knows, ends at 1,050 ms
    EXPECT_EQ(admitted_of(10, kFive), 0);
    stopwatch.advance(10ms);
    EXPECT_EQ(admitted_of(10, kFive), 1);
}

TEST_F(LocalLedgers, KeepTheNewestOfALongListWhenALimitIsLowered) {
    EXPECT_EQ(admitted_of(30, kForty), 30);
    stopwatch.advance(500ms);
    EXPECT_EQ(admitted_of(4, kForty), 4);

    EXPECT_EQ(admitted_of(10, kFive), 0);
    stopwatch.advance(500ms);
    EXPECT_EQ(admitted_of(10, kFive), 1) << "four of the last half second still count";
    EXPECT_EQ(admitted_of(100, kTwenty), 15);
}

TEST_F(LocalLedgers, CountRunningRequestsAcrossAChangeOfLimits) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(ask(kCustomerApi).refused);

    expect_refusal(ask(kForty), Policy::customer_api, Reason::concurrency, 1s);
    permits.front().release();
    EXPECT_FALSE(ask(kForty).refused);
}

TEST_F(LocalLedgers, ForgetWhatWasAdmittedWhenALimitIsSwitchedOff) {
    EXPECT_EQ(admitted_of(10, kCustomerApi), 10);

    EXPECT_EQ(admitted_of(1000, kNoRate), 1000);
    EXPECT_EQ(admitted_of(100, kTwenty), 20);
}

TEST_F(LocalLedgers, HaveAnotherAccountForAnotherPeriod) {
    constexpr static std::array kMinute{
        Claim{.policy = Policy::report_data, .limit = {.requests = 1, .period = Micro{60'000'000}}}};
    constexpr static std::array kSecond{Claim{.policy = Policy::report_data, .limit = {.requests = 1}}};
    EXPECT_EQ(admitted_of(3, kMinute), 1);

    EXPECT_EQ(admitted_of(3, kSecond), 1);
    stopwatch.advance(1s);
    EXPECT_EQ(admitted_of(3, kSecond), 1);
    EXPECT_EQ(admitted_of(3, kMinute), 0);
}

TEST_F(LocalLedgers, TakeBackARequestThatAnotherLimitAdmitted) {
    Permit& permit = ask(kTwenty);
    EXPECT_EQ(admitted_of(100, kTwenty), 19);
    EXPECT_EQ(admitted_of(100, kForty), 20);

    permit.refund();

    EXPECT_EQ(admitted_of(100, kForty), 1);
}

TEST_F(LocalLedgers, FreeTheMemoryOfListsThatBecameShort) {
    const auto admit_everybody = [&](Claims claims) {
        for (std::uint64_t i = 0; i < 1000; ++i) {
            Permit permit;
            ledger.admit(subject_number(i), claims, stopwatch.now(), permit);
        }
    };
    admit_everybody(kForty);
    admit_everybody(kForty);  // the tables have their size
    const std::size_t with_lists = ledger.bytes();

    admit_everybody(kFive);

    EXPECT_EQ(ledger.bytes(), with_lists - 1000 * 40 * sizeof(std::uint32_t));
}

}  // namespace
}  // namespace callboard::throttle
