#include "http/forwarded.h"

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

constexpr std::string_view kProxy = "10.0.0.1";

std::string client(std::string_view peer, const std::vector<std::string_view>& forwarded,
                   const std::vector<std::string_view>& proxies = {"10.0.0.0/8", "2001:db8::/32"}) {
    Request request;
    for (const std::string_view value : forwarded) request.headers.push_back({"X-Forwarded-For", value});
    std::vector<Network> networks;
    for (const std::string_view proxy : proxies) networks.push_back(Network::parse(proxy).value());
    return client_address(IpAddress::parse(peer).value(), request, networks).text();
}

TEST(ClientAddress, IsThePeerWhereNothingIsForwarded) {
    EXPECT_EQ(client("192.0.2.1", {}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {}), kProxy);
    EXPECT_EQ(client(kProxy, {""}), kProxy);
}

TEST(ClientAddress, IsBelievedFromAProxyOnly) {
    EXPECT_EQ(client(kProxy, {"192.0.2.1"}), "192.0.2.1");
    EXPECT_EQ(client("198.51.100.1", {"192.0.2.1"}), "198.51.100.1");
    EXPECT_EQ(client(kProxy, {"192.0.2.1"}, {}), kProxy);
}

TEST(ClientAddress, IsReadFromTheEndAsFarAsProxiesVouchForIt) {
    EXPECT_EQ(client(kProxy, {"1.1.1.1, 192.0.2.1"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {"1.1.1.1, 192.0.2.1, 10.0.0.2"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {"192.0.2.1,10.0.0.3,10.0.0.2"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {"10.0.0.9, 1.1.1.1, 192.0.2.1"}), "192.0.2.1");
}

TEST(ClientAddress, IsTheFarthestProxyWhenAllAreProxies) {
    EXPECT_EQ(client(kProxy, {"10.0.0.3, 10.0.0.2"}), "10.0.0.3");
}

TEST(ClientAddress, IsReadOverAllLinesOfTheHeader) {
    EXPECT_EQ(client(kProxy, {"1.1.1.1", "192.0.2.1"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {"192.0.2.1", "10.0.0.2"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {"", "192.0.2.1"}), "192.0.2.1");
}

TEST(ClientAddress, IsThatOfTheLastWhoVouchedWhenAnEntryIsNoAddress) {
    for (const std::string_view entry :
         {"unknown", "_hidden", "192.0.2.1:80", "\"192.0.2.1\"", "192.0.2.1 10.0.0.2", ",", "192.0.2.1,"})
        EXPECT_EQ(client(kProxy, {entry}), kProxy) << entry;
    EXPECT_EQ(client(kProxy, {"1.1.1.1, nonsense, 10.0.0.2"}), "10.0.0.2");
}

TEST(ClientAddress, MayBeOfEitherVersion) {
    EXPECT_EQ(client("2001:db8::1", {"2a00::5"}), "2a00::5");
    EXPECT_EQ(client("::ffff:10.0.0.1", {"192.0.2.1"}), "192.0.2.1");
    EXPECT_EQ(client(kProxy, {" \t2a00::5 "}), "2a00::5");
}

TEST(ClientAddress, TakesNoOtherHeader) {
    Request request;
    request.headers = {
        {"Forwarded", "for=192.0.2.1"}, {"X-Real-IP", "192.0.2.1"}, {"X-Forwarded-Forx", "192.0.2.1"}};

    const auto address =
        client_address(IpAddress::v4({10, 0, 0, 1}), request, {*Network::parse("10.0.0.0/8")});

    EXPECT_EQ(address.text(), kProxy);
}

}  // namespace
}  // namespace callboard::http
