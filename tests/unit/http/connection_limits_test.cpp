#include "http/connection_limits.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

IpAddress ip(std::string_view text) {
    return IpAddress::parse(text).value();
}

TEST(ConnectionLimits, AdmitAsManyAsTheTotal) {
    ConnectionLimits limits{2, 0, {}};

    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_FALSE(limits.admit(ip("192.0.2.2")));
    EXPECT_EQ(limits.open(), 2U);
}

TEST(ConnectionLimits, AdmitAgainWhenSomebodyLeft) {
    ConnectionLimits limits{1, 1, {}};
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));

    limits.leave(ip("192.0.2.1"));

    EXPECT_EQ(limits.open(), 0U);
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_FALSE(limits.admit(ip("192.0.2.1")));
}

TEST(ConnectionLimits, AdmitAFewFromEachAddress) {
    ConnectionLimits limits{100, 2, {}};

    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_FALSE(limits.admit(ip("192.0.2.1")));
    EXPECT_FALSE(limits.admit(ip("::ffff:192.0.2.1")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.2")));
    EXPECT_EQ(limits.open(), 3U);
}

TEST(ConnectionLimits, CountNobodyWhoWasNotAdmitted) {
    ConnectionLimits limits{3, 1, {}};
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));

    for (int i = 0; i < 10; ++i) EXPECT_FALSE(limits.admit(ip("192.0.2.1")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.2")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.3")));
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(limits.admit(ip("192.0.2.4")));
    limits.leave(ip("192.0.2.2"));

    EXPECT_TRUE(limits.admit(ip("192.0.2.4")));
    EXPECT_EQ(limits.open(), 3U);
}

TEST(ConnectionLimits, TakeANetworkOfVersionSixForOneAddress) {
    ConnectionLimits limits{100, 2, {}};

    EXPECT_TRUE(limits.admit(ip("2001:db8:0:1::1")));
    EXPECT_TRUE(limits.admit(ip("2001:db8:0:1:ffff::2")));
    EXPECT_FALSE(limits.admit(ip("2001:db8:0:1::3")));
    EXPECT_TRUE(limits.admit(ip("2001:db8:0:2::1")));
    limits.leave(ip("2001:db8:0:1::1"));
    EXPECT_TRUE(limits.admit(ip("2001:db8:0:1::4")));
}

TEST(ConnectionLimits, DoNotCountExemptNetworksByAddress) {
    ConnectionLimits limits{4, 1, {Network::parse("10.0.0.0/8").value()}};

    EXPECT_TRUE(limits.admit(ip("10.0.0.1")));
    EXPECT_TRUE(limits.admit(ip("10.0.0.1")));
    EXPECT_TRUE(limits.admit(ip("10.0.0.1")));
    EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    EXPECT_FALSE(limits.admit(ip("10.0.0.1"))) << "the total counts everybody";
    limits.leave(ip("10.0.0.1"));
    EXPECT_FALSE(limits.admit(ip("192.0.2.1")));
    EXPECT_TRUE(limits.admit(ip("10.0.0.1")));
}

TEST(ConnectionLimits, MayHaveNoLimitByAddress) {
    ConnectionLimits limits{1'000, 0, {}};

    for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(limits.admit(ip("192.0.2.1")));
    for (int i = 0; i < 1'000; ++i) limits.leave(ip("192.0.2.1"));

    EXPECT_EQ(limits.open(), 0U);
}

TEST(ConnectionLimits, HoldWhenManyComeAtOnce) {
    ConnectionLimits limits{1'000, 3, {}};
    std::atomic<int> inside = 0;
    std::atomic<bool> exceeded = false;

    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 5'000; ++n) {
                    if (!limits.admit(ip("192.0.2.1"))) continue;
                    if (++inside > 3) exceeded = true;
                    --inside;
                    limits.leave(ip("192.0.2.1"));
                }
            });
        }
    }

    EXPECT_FALSE(exceeded);
    EXPECT_EQ(limits.open(), 0U);
}

}  // namespace
}  // namespace callboard::http
