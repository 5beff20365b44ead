// Requests under several policies, and limits that an operator changes.
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "throttle/local_ledger.h"
#include "unit/throttle/local_ledger_fixture.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr std::array kOtherAnalytics{kCustomer, analytics(2)};

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

TEST_F(LocalLedgers, TellTheLongestOfSeveralWaits) {
    Permit& running = ask(kAnalytics);
    running.charge(1'000'000);

    expect_refusal(ask(kAnalytics), Policy::analytics, Reason::size, 9s);
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
