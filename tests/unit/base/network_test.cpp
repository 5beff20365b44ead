#include "base/network.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

using namespace std::string_literals;

IpAddress ip(std::string_view text) {
    return IpAddress::parse(text).value();
}

Network network(std::string_view text) {
    return Network::parse(text).value();
}

TEST(IpAddress, IsWrittenInItsShortestForm) {
    EXPECT_EQ(ip("192.168.0.1").text(), "192.168.0.1");
    EXPECT_EQ(ip("0.0.0.0").text(), "0.0.0.0");
    EXPECT_EQ(ip("255.255.255.255").text(), "255.255.255.255");
    EXPECT_EQ(ip("2001:DB8:0:0:0:0:0:1").text(), "2001:db8::1");
    EXPECT_EQ(ip("::").text(), "::");
    EXPECT_EQ(ip("::1").text(), "::1");
}

TEST(IpAddress, OfVersionFourHasOneFormAlsoWhenItComesAsVersionSix) {
    EXPECT_EQ(ip("::ffff:10.1.2.3"), ip("10.1.2.3"));
    EXPECT_EQ(ip("::ffff:a01:203"), ip("10.1.2.3"));
    EXPECT_EQ(ip("::ffff:10.1.2.3").text(), "10.1.2.3");
    EXPECT_EQ(IpAddress::v4({10, 1, 2, 3}), ip("10.1.2.3"));
    EXPECT_TRUE(ip("::ffff:10.1.2.3").is_v4());
    EXPECT_FALSE(ip("::10.1.2.3").is_v4());
    EXPECT_FALSE(ip("64:ff9b::10.1.2.3").is_v4());
}

TEST(IpAddress, KnowsLoopback) {
    for (const std::string_view text : {"127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"})
        EXPECT_TRUE(ip(text).is_loopback()) << text;
    for (const std::string_view text :
         {"126.255.255.255", "128.0.0.1", "0.0.0.0", "::", "::2", "1::1", "::7f00:1", "fe80::1"})
        EXPECT_FALSE(ip(text).is_loopback()) << text;
}

TEST(IpAddress, RefusesWhatIsNone) {
    for (const std::string_view text :
         {"",         " ",        "1",          "1.2.3",      "1.2.3.4.5", "256.1.1.1",    "01.2.3.4",
          "1.2.3.4 ", " 1.2.3.4", "1.2.3.4:80", "0x7f.0.0.1", "127.1",     "2130706433",   ":",
          ":::",      "1::2::3",  "12345::",    "::g",        "[::1]",     "fe80::1%eth0", "::1/64",
          "localhost"})
        EXPECT_FALSE(IpAddress::parse(text)) << text;
    EXPECT_FALSE(IpAddress::parse("127.0.0.1\0.evil"s));
    EXPECT_FALSE(IpAddress::parse("127.0.0.1\0"s));
}

TEST(IpAddress, IsMaskedBitByBit) {
    const IpAddress ones = ip("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");

    EXPECT_EQ(ones.masked(0), ip("::"));
    EXPECT_EQ(ones.masked(1), ip("8000::"));
    EXPECT_EQ(ones.masked(7), ip("fe00::"));
    EXPECT_EQ(ones.masked(8), ip("ff00::"));
    EXPECT_EQ(ones.masked(9), ip("ff80::"));
    EXPECT_EQ(ones.masked(64), ip("ffff:ffff:ffff:ffff::"));
    EXPECT_EQ(ones.masked(127), ip("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe"));
    EXPECT_EQ(ones.masked(128), ones);
}

TEST(Network, ContainsFromItsFirstToItsLastAddress) {
    struct Case {
        std::string_view range, before, first, last, after;
    };
    for (const Case& each :
         {Case{"10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
          Case{"172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
          Case{"192.168.4.0/23", "192.168.3.255", "192.168.4.0", "192.168.5.255", "192.168.6.0"},
          Case{"192.0.2.8/29", "192.0.2.7", "192.0.2.8", "192.0.2.15", "192.0.2.16"},
          Case{"128.0.0.0/1", "127.255.255.255", "128.0.0.0", "255.255.255.255", "::"},
          Case{"192.0.2.7/32", "192.0.2.6", "192.0.2.7", "192.0.2.7", "192.0.2.8"},
          Case{"192.0.2.7", "192.0.2.6", "192.0.2.7", "192.0.2.7", "192.0.2.8"},
          Case{"2001:db8::/33", "2001:db7:ffff::", "2001:db8::", "2001:db8:7fff:ffff::", "2001:db8:8000::"},
          Case{"fd00::/7", "fbff::", "fc00::", "fdff:ffff::", "fe00::"},
          Case{"::1", "::", "::1", "::1", "::2"}}) {
        const Network range = network(each.range);
        EXPECT_FALSE(range.contains(ip(each.before))) << each.range;
        EXPECT_TRUE(range.contains(ip(each.first))) << each.range;
        EXPECT_TRUE(range.contains(ip(each.last))) << each.range;
        EXPECT_FALSE(range.contains(ip(each.after))) << each.range;
    }
}

TEST(Network, LeavesOutBitsOfItsBaseBelowTheMask) {
    EXPECT_TRUE(network("10.9.8.7/8").contains(ip("10.1.1.1")));
    EXPECT_TRUE(network("2001:db8:1:2::5/32").contains(ip("2001:db8::1")));
}

TEST(Network, OfVersionFourHoldsEveryAddressOfVersionFourAndNoOther) {
    const Network all = network("0.0.0.0/0");

    EXPECT_TRUE(all.contains(ip("8.8.8.8")));
    EXPECT_TRUE(all.contains(ip("::ffff:8.8.8.8")));
    EXPECT_FALSE(all.contains(ip("2001:db8::1")));
    EXPECT_FALSE(all.contains(ip("::1")));
}

TEST(Network, ContainsAnAddressInEitherForm) {
    EXPECT_TRUE(network("10.0.0.0/8").contains(ip("::ffff:10.1.2.3")));
    EXPECT_TRUE(network("::ffff:10.1.2.3").contains(ip("10.1.2.3")));
}

TEST(Network, RefusesWhatIsNone) {
    for (const std::string_view text : {"",
                                        "/",
                                        "/8",
                                        "10.0.0.0/",
                                        "10.0.0.0/33",
                                        "10.0.0.0/-1",
                                        "10.0.0.0/+8",
                                        "10.0.0.0/ 8",
                                        "10.0.0.0/8 ",
                                        "10.0.0.0/8/8",
                                        "10.0.0.0/0x8",
                                        "10.0.0.0/8.0",
                                        "10.0.0.0/255.0.0.0",
                                        "10.0.0/8",
                                        "10/8",
                                        "2001:db8::/129",
                                        "2001:db8::/-1",
                                        "::/2147483647",
                                        "10.0.0.0/4294967304",
                                        "10.0.0.0/99999999999999999999",
                                        "example.org/8"})
        EXPECT_FALSE(Network::parse(text)) << text;
}

TEST(Network, RefusesAMaskThatIsNoNumberOfBits) {
    for (const std::string_view text : {"10.0.0.0/2147483647", "10.0.0.0/2147483600", "10.0.0.0/-0"})
        EXPECT_FALSE(Network::parse(text)) << text;
}

TEST(HostPort, TakesNamesAndAddresses) {
    EXPECT_EQ(HostPort::parse("127.0.0.1:8080")->host, "127.0.0.1");
    EXPECT_EQ(HostPort::parse("127.0.0.1:8080")->port, 8080);
    EXPECT_EQ(HostPort::parse("localhost:0")->port, 0);
    EXPECT_EQ(HostPort::parse("[::1]:8080")->host, "::1");
    EXPECT_EQ(HostPort::parse("[::]:65535")->port, 65535);
}

TEST(HostPort, RefusesWhatHasNoHostOrNoPort) {
    for (const std::string_view text : {"", ":", "8080", ":8080", "localhost", "localhost:", "localhost:http",
                                        "localhost:-1", "localhost:+1", "localhost:65536", "localhost:80 ",
                                        "::1:8080", "::1", "[::1]", "[]:80", "[::1:80", "::1]:80", "[::1]80"})
        EXPECT_FALSE(HostPort::parse(text)) << text;
}

}  // namespace
}  // namespace callboard
