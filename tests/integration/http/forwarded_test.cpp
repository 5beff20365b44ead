#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/test_server.h"

namespace callboard {
namespace {

using test::Connection;
using test::Headers;
using test::request_text;

edge::Page client_address(const edge::Services&, const http::Request& request) {
    return {.content_type = "text/plain", .body = request.client.text()};
}

test::TestServerOptions behind(const std::vector<std::string>& networks) {
    test::TestServerOptions options;
    options.extra_routes.push_back(
        edge::page({http::Method::get, "/test/client", "testClient", "", edge::anybody(), {}, 200},
                   "text/plain", client_address));
    for (const std::string& network : networks) options.proxies.push_back(Network::parse(network).value());
    return options;
}

std::string client_seen(Connection& connection, const Headers& headers) {
    connection.send(request_text("GET", "/test/client", headers));
    return connection.receive().body;
}

TEST(HttpForwarded, WithoutProxiesTheHeaderIsNotBelieved) {
    const test::TestServer server{behind({})};
    Connection connection = server.connect();

    EXPECT_EQ(client_seen(connection, {{"X-Forwarded-For", "203.0.113.7"}}), "127.0.0.1");
}

TEST(HttpForwarded, OnlyOurProxiesAreBelieved) {
    const test::TestServer server{behind({"127.0.0.1/32"})};
    Connection proxy = server.connect();
    Connection stranger{server.port(), "127.0.0.2"};

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.7"}}), "203.0.113.7");
    EXPECT_EQ(client_seen(stranger, {{"X-Forwarded-For", "203.0.113.7"}}), "127.0.0.2");
}

TEST(HttpForwarded, WhatAClientClaimsItselfIsNotBelieved) {
    const test::TestServer server{behind({"127.0.0.1/32"})};
    Connection proxy = server.connect();

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "198.51.100.1, 203.0.113.7"}}), "203.0.113.7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "127.0.0.1, 203.0.113.7"}}), "203.0.113.7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "198.51.100.1"}, {"X-Forwarded-For", "203.0.113.7"}}),
              "203.0.113.7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "nonsense,,\t, 203.0.113.7"}}), "203.0.113.7");
}

TEST(HttpForwarded, AChainOfOurProxiesIsFollowedToItsBeginning) {
    const test::TestServer server{behind({"127.0.0.0/8", "10.0.0.0/8"})};
    Connection proxy = server.connect();

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "198.51.100.1, 203.0.113.7, 10.1.2.3"}}),
              "203.0.113.7");
    EXPECT_EQ(
        client_seen(proxy, {{"x-forwarded-for", "203.0.113.7"}, {"X-FORWARDED-FOR", "10.1.2.3,10.1.2.4"}}),
        "203.0.113.7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "10.9.9.9, 10.1.2.3"}}), "10.9.9.9");
}

TEST(HttpForwarded, WhatIsNoAddressEndsTheChain) {
    const test::TestServer server{behind({"127.0.0.1/32", "10.0.0.0/8"})};
    Connection proxy = server.connect();

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "unknown"}}), "127.0.0.1");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", ""}}), "127.0.0.1");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.7, unknown, 10.1.2.3"}}), "10.1.2.3");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.256"}}), "127.0.0.1");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.007"}}), "127.0.0.1");
}

TEST(HttpForwarded, AddressesOfBothKindsAreUnderstood) {
    const test::TestServer server{behind({"127.0.0.1/32", "2001:db8:1::/48"})};
    Connection proxy = server.connect();

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "2001:db8::7"}}), "2001:db8::7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "2001:db8:2::7, 2001:db8:1::1"}}), "2001:db8:2::7");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "::ffff:203.0.113.7"}}), "203.0.113.7");
}

TEST(HttpForwarded, EachRequestOfAConnectionHasItsOwnClient) {
    const test::TestServer server{behind({"127.0.0.1/32"})};
    Connection proxy = server.connect();

    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.7"}}), "203.0.113.7");
    EXPECT_EQ(client_seen(proxy, {}), "127.0.0.1");
    EXPECT_EQ(client_seen(proxy, {{"X-Forwarded-For", "203.0.113.8"}}), "203.0.113.8");
}

}  // namespace
}  // namespace callboard
