#include "edge/use_meter.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using Digest = std::array<std::uint8_t, 16>;

Digest caller(std::uint64_t number) {
    Digest digest{};
    std::memcpy(digest.data(), &number, sizeof number);
    return digest;
}

const CompanyId kAcme = CompanyId::from_trusted("00000000-0000-7000-8000-000000000001");
const CompanyId kOther = CompanyId::from_trusted("00000000-0000-7000-8000-000000000002");
const UserId kAda = UserId::from_trusted("5f0000000000000000000001");
const UserId kBob = UserId::from_trusted("5f0000000000000000000002");
const ApplicationId kApplication = ApplicationId::from_trusted("0123456789abcdef0123456789abcdef");

Use one_call(const UserId& user = kAda, std::string_view operation = "listJobs") {
    return {.company = kAcme,
            .user = user,
            .application = std::nullopt,
            .credential = std::nullopt,
            .operation = operation,
            .calls = 1,
            .bytes = 10};
}

// The counts of a company, as text.
std::vector<std::string> as_text(const std::vector<Use>& uses) {
    std::vector<std::string> lines;
    for (const Use& use : uses) {
        lines.push_back(std::string{use.company.text().substr(35)} + " " +
                        std::string{use.user.text().substr(23)} + " " +
                        (use.application ? "application" : "key") + " " + std::string{use.operation} + " " +
                        std::to_string(use.calls));
    }
    return lines;
}

using Lines = std::vector<std::string>;

TEST(UseMeter, AddsUpWhatOneCallerDoes) {
    UseMeter meter{1};
    Use refused = one_call();
    refused.refused = 1;
    Use faulty = one_call();
    faulty.faulty = 1;
    Use failed = one_call();
    failed.failed = 1;
    failed.bytes = 1'000'000'000'000;
    for (const Use& each : {one_call(), refused, faulty, failed, failed}) meter.record(0, caller(1), 7, each);

    const auto uses = meter.take();

    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].company, kAcme);
    EXPECT_EQ(uses[0].user, kAda);
    EXPECT_EQ(uses[0].operation, "listJobs");
    EXPECT_EQ(uses[0].calls, 5);
    EXPECT_EQ(uses[0].refused, 1);
    EXPECT_EQ(uses[0].faulty, 1);
    EXPECT_EQ(uses[0].failed, 2);
    EXPECT_EQ(uses[0].bytes, 2'000'000'000'030);
}

TEST(UseMeter, KeepsCallersAndOperationsApartAndTellsThemInOrder) {
    UseMeter meter{1};
    Use by_application = one_call();
    by_application.application = kApplication;
    Use elsewhere = one_call();
    elsewhere.company = kOther;
    meter.record(0, caller(4), 1, elsewhere);
    meter.record(0, caller(3), 1, by_application);
    meter.record(0, caller(2), 1, one_call(kBob));
    meter.record(0, caller(1), 1, one_call());
    meter.record(0, caller(1), 0, one_call(kAda, "getJob"));

    EXPECT_EQ(as_text(meter.take()),
              (Lines{"1 1 key getJob 1", "1 1 key listJobs 1", "1 1 application listJobs 1",
                     "1 2 key listJobs 1", "2 1 key listJobs 1"}));
}

TEST(UseMeter, TellsEachKeyOnceThoughSeveralLoopsAndKeysCountedIt) {
    UseMeter meter{3};
    meter.record(0, caller(1), 1, one_call());
    meter.record(2, caller(1), 1, one_call());
    meter.record(1, caller(2), 1, one_call());  // another API key of the same user

    EXPECT_EQ(as_text(meter.take()), (Lines{"1 1 key listJobs 3"}));
}

TEST(UseMeter, BeginsAnewAfterEachLook) {
    UseMeter meter{1};
    EXPECT_TRUE(meter.take().empty());
    meter.record(0, caller(1), 1, one_call());
    EXPECT_EQ(meter.take().size(), 1U);
    EXPECT_TRUE(meter.take().empty());
    meter.record(0, caller(1), 1, one_call());

    EXPECT_EQ(as_text(meter.take()), (Lines{"1 1 key listJobs 1"}));
}

TEST(UseMeter, DoesNotGrowWithoutEndAndGoesOnCountingWhomItKnows) {
    constexpr std::uint64_t kMany = 150'000;
    UseMeter meter{1};
    std::vector<UserId> users;
    users.reserve(kMany);
    for (std::uint64_t i = 0; i < kMany; ++i) {
        const std::string digits = std::to_string(i);
        users.push_back(UserId::from_trusted(std::string(24 - digits.size(), '0') + digits));
        meter.record(0, caller(i), 1, one_call(users.back()));
    }
    meter.record(0, caller(5), 1, one_call(users[5]));

    const auto uses = meter.take();

    ASSERT_EQ(uses.size(), 100'001U);
    EXPECT_EQ(uses[0].operation, kOtherOperations) << "sorted first, because it has no user";
    EXPECT_EQ(uses[0].company, kAcme);
    EXPECT_EQ(uses[0].calls, 50'000);
    EXPECT_EQ(uses[6].user, users[5]);
    EXPECT_EQ(uses[6].calls, 2);
    meter.record(0, caller(kMany), 1, one_call());
    EXPECT_EQ(meter.take().size(), 1U) << "after a look there is room again";
}

TEST(UseMeter, AddsUpLatencies) {
    UseMeter meter{2};
    Use fast = one_call();
    fast.latency.observe(std::chrono::microseconds{100});
    Use slow = one_call();
    slow.latency.observe(std::chrono::milliseconds{3});
    meter.record(0, caller(1), 1, fast);
    meter.record(0, caller(1), 1, slow);
    meter.record(1, caller(1), 1, slow);

    const auto uses = meter.take();

    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].latency.counts[0], 1);
    EXPECT_EQ(uses[0].latency.counts[4], 2);
}

TEST(UseMeter, KeepsCredentialsOfAUserApart) {
    UseMeter meter{1};
    for (std::uint64_t i = 1; i <= 2; ++i) {
        Use use = one_call();
        use.credential =
            CredentialId::from_trusted("00000000-0000-7000-8000-00000000000" + std::to_string(i));
        meter.record(0, caller(i), 1, use);
    }

    EXPECT_EQ(as_text(meter.take()), (Lines{"1 1 key listJobs 1", "1 1 key listJobs 1"}));
}

TEST(UseMeter, LosesNothingToLooksAtTheSameTime) {
    constexpr std::size_t kLoops = 3;
    constexpr int kCalls = 20'000;
    UseMeter meter{kLoops};
    std::atomic<bool> done = false;
    std::int64_t calls = 0;
    std::jthread reader{[&] {
        while (!done)
            for (const Use& use : meter.take()) calls += use.calls;
    }};
    {
        std::vector<std::jthread> loops;
        for (std::size_t loop = 0; loop < kLoops; ++loop) {
            loops.emplace_back([&meter, loop] {
                for (int i = 0; i < kCalls; ++i)
                    meter.record(loop, caller(static_cast<std::uint64_t>(i % 5)), 1, one_call());
            });
        }
    }
    done = true;
    reader.join();
    for (const Use& use : meter.take()) calls += use.calls;

    EXPECT_EQ(calls, static_cast<std::int64_t>(kLoops) * kCalls);
}

}  // namespace
}  // namespace callboard::edge
