#include "edge/address_limits.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/limits.h"
#include "support/manual_clock.h"
#include "telemetry/metrics.h"

namespace callboard::edge {
namespace {

using namespace std::chrono_literals;

IpAddress address(const std::string& text) {
    return IpAddress::parse(text).value();
}

class LimitsOfSignIns : public testing::Test {
  protected:
    bool fails(const std::string& account, const std::string& from) {
        SignInAttempt attempt;
        if (limits.sign_in(account, address(from), attempt)) return false;
        attempt.failed();
        return true;
    }
    int failures(int times, const std::string& account, const std::string& from) {
        int let_through = 0;
        for (int i = 0; i < times; ++i) let_through += fails(account + std::to_string(i), from) ? 1 : 0;
        return let_through;
    }
    // The nth /64 of a /48.
    static std::string network(int number, const std::string& site = "2001:db8:1") {
        return site + ":" + std::to_string(number) + "::1";
    }

    test::ManualStopwatch stopwatch;
    telemetry::Metrics metrics;
    ThrottleMeter meter{metrics, 1};
    throttle::LocalLedger ledger{stopwatch};
    AddressLimits limits{ledger, test::promised_limits(), stopwatch, meter};
};

TEST_F(LimitsOfSignIns, CountWhatFailedOnly) {
    for (int i = 0; i < 100; ++i) {
        SignInAttempt attempt;
        EXPECT_FALSE(limits.sign_in("ada", address("192.0.2.1"), attempt)) << i;
        if (i % 2 == 0) attempt.succeeded();  // the others have no result
    }
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(fails("ada", "192.0.2.1")) << i;
    EXPECT_FALSE(fails("ada", "192.0.2.1"));
    stopwatch.advance(61s);
    EXPECT_TRUE(fails("ada", "192.0.2.1"));
}

TEST_F(LimitsOfSignIns, CountWhatIsNotDecidedYet) {
    std::vector<std::unique_ptr<SignInAttempt>> at_once;
    int let_through = 0;
    for (int i = 0; i < 20; ++i) {
        at_once.push_back(std::make_unique<SignInAttempt>());
        let_through += limits.sign_in("ada", address("192.0.2.1"), *at_once.back()) ? 0 : 1;
    }

    EXPECT_EQ(let_through, 5);
}

TEST_F(LimitsOfSignIns, ManyNetworksOfOneSiteAreOneGuesser) {
    int let_through = 0;
    for (int i = 0; i < 40; ++i) let_through += failures(30, "user", network(i));

    EXPECT_EQ(let_through, 120);
    EXPECT_TRUE(fails("ada", network(7, "2001:db8:2"))) << "another site";
    EXPECT_TRUE(fails("ada", "192.0.2.1"));
}

TEST_F(LimitsOfSignIns, TheFirstNetworkOfASiteIsOneOfThem) {
    for (int i = 1; i <= 4; ++i) EXPECT_EQ(failures(30, "user", network(i)), 30);

    EXPECT_FALSE(fails("ada", "2001:db8:1::1"));
}

TEST_F(LimitsOfSignIns, OneNetworkDoesNotLockTheOthersOfItsSiteOut) {
    EXPECT_EQ(failures(100, "user", network(1)), 30);

    EXPECT_TRUE(fails("ada", network(2)));
}

TEST_F(LimitsOfSignIns, NoSetOfNetworksLocksAnAccountOut) {
    for (int i = 1; i < 255; ++i)
        for (int n = 0; n < 10; ++n) fails("ada", "198.51.100." + std::to_string(i));

    EXPECT_TRUE(fails("ada", "192.0.2.1"));
}

// The hash queue processes the smallest number first.
TEST_F(LimitsOfSignIns, TellHowManyCameFromThere) {
    failures(10, "user", network(1));
    failures(10, "user", network(2));
    failures(3, "user", "192.0.2.1");
    const auto count = [&](const std::string& from) {
        SignInAttempt attempt;
        EXPECT_FALSE(limits.sign_in("ada", address(from), attempt));
        return attempt.count();
    };

    EXPECT_EQ(count(network(3)), 21);
    EXPECT_EQ(count("192.0.2.1"), 4);
    EXPECT_EQ(count("192.0.2.2"), 1);
}

TEST_F(LimitsOfSignIns, OfTheTokenEndpointDoNotBelieveInInventedClients) {
    int let_through = 0;
    for (int i = 0; i < 1'000; ++i)
        let_through += limits.token_request("client" + std::to_string(i), address("192.0.2.1")) ? 0 : 1;

    EXPECT_EQ(let_through, 200);
    EXPECT_FALSE(limits.token_request("client1", address("192.0.2.2")));
}

TEST_F(LimitsOfSignIns, OfTheTokenEndpointCountNothingThatWasRefused) {
    for (int i = 0; i < 1'000; ++i) limits.token_request("one", address("192.0.2.1"));
    int let_through = 0;
    for (int i = 0; i < 100; ++i) let_through += limits.token_request("two", address("192.0.2.1")) ? 0 : 1;

    EXPECT_EQ(let_through, 100);
}

// --- applications

using LimitsOfApplications = LimitsOfSignIns;

TEST_F(LimitsOfApplications, AreForOnePostingAndNetwork) {
    for (int i = 0; i < 60; ++i) EXPECT_FALSE(limits.application("one", address("192.0.2.1"))) << i;

    EXPECT_TRUE(limits.application("one", address("192.0.2.1")));
    EXPECT_FALSE(limits.application("two", address("192.0.2.1")));
    EXPECT_FALSE(limits.application("one", address("192.0.2.2")));
    stopwatch.advance(61s);
    EXPECT_FALSE(limits.application("one", address("192.0.2.1")));
}

TEST_F(LimitsOfApplications, OfAPostingAreForAllNetworksTogether) {
    int accepted = 0;
    for (int i = 0; i < 1'300; ++i)
        accepted += limits.application(
                        "one", address("192.0." + std::to_string(i / 250) + "." + std::to_string(i % 250)))
                        ? 0
                        : 1;

    EXPECT_EQ(accepted, 1'200);
    EXPECT_FALSE(limits.application("two", address("192.0.2.1")));
}

TEST_F(LimitsOfApplications, WithoutAPostingAreForEachNetwork) {
    for (int i = 0; i < 60; ++i) EXPECT_FALSE(limits.application("", address("192.0.2.1"))) << i;
    EXPECT_TRUE(limits.application("", address("192.0.2.1")));

    for (int i = 0; i < 1'300; ++i)
        EXPECT_FALSE(limits.application(
            "", address("198.51." + std::to_string(i / 250) + "." + std::to_string(i % 250))));
}

TEST_F(LimitsOfSignIns, CanBeReplacedWhileAnAttemptIsUndecided) {
    throttle::Limits lower = test::promised_limits();
    lower.of(throttle::Policy::sign_in_by_account).requests = 2;
    {
        SignInAttempt attempt;
        EXPECT_FALSE(limits.sign_in("ada", address("192.0.2.1"), attempt));
        limits.replace(lower);
        EXPECT_TRUE(fails("ada", "192.0.2.1"));
        EXPECT_FALSE(fails("ada", "192.0.2.1"));
    }
    EXPECT_TRUE(fails("ada", "192.0.2.1")) << "the undecided one does not count any more";
    EXPECT_FALSE(fails("ada", "192.0.2.1"));

    limits.replace(test::promised_limits());
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(fails("ada", "192.0.2.1")) << i;
    EXPECT_FALSE(fails("ada", "192.0.2.1"));
}

}  // namespace
}  // namespace callboard::edge
